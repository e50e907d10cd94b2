import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReportingExport, ReportingManifest } from "@fieldfare/contract/office";
import { openDatabase, type Database } from "../../../database/database.ts";
import { applyRetention } from "../../../database/retention.ts";
import type { Caller } from "../../../testing/caller.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "../../../testing/in-process.ts";
import { aStatusChange, post } from "../../../testing/messages.ts";
import type { ObjectStore } from "../../../objects/objects.ts";
import { type ExportParts, runReportingExports } from "./run-exports.ts";

let server: InProcessServer;
let officeDatabase: Database;
let reader: Caller;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  officeDatabase = openDatabase(server.database.connectionString, { connections: 1 });
  reader = await server.office(["integration"]);
  sam = await server.installed();
  for (let count = 0; count < 3; count += 1) {
    const job = await server.job(sam);
    await post(sam, aStatusChange(job, "New"));
  }
});
afterAll(async () => {
  await officeDatabase.close();
  await server.close();
});

function run(more: Partial<ExportParts> = {}) {
  const { database, objects } = server;
  const parts = { database, officeDatabase, objects, time: null, now: () => new Date() };
  return runReportingExports({ ...parts, ...more });
}

const list = async () =>
  ((await reader.get("/api/office/reporting-exports")).body as { exports: ReportingExport[] })
    .exports;

async function start(): Promise<ReportingExport> {
  const { status, body } = await reader.post("/api/office/reporting-exports", {});
  expect(status).toBe(200);
  return body as ReportingExport;
}

async function readManifest({ exportId }: ReportingExport): Promise<ReportingManifest> {
  const path = `/api/office/reporting-exports/${exportId}/manifest`;
  return (await reader.get(path)).body as ReportingManifest;
}

/** The bytes of a file, as a warehouse gets them. */
async function download(exportId: string, file: string): Promise<Buffer> {
  const answer = await server.app.inject({
    url: `/api/office/reporting-exports/${exportId}/files/${file}`,
    headers: { authorization: `Bearer ${reader.token}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/gzip");
  return answer.rawPayload;
}

const parse = (bytes: Buffer) =>
  gunzipSync(bytes)
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("An export", () => {
  it("has every view of the schema with its rows and columns, as one snapshot", async () => {
    const started = await start();
    await run();
    const manifest = await readManifest(started);
    const views = await server.rows(
      "select table_name as name from information_schema.views where table_schema = 'reporting' order by 1",
    );
    expect(manifest.files.map(({ view }) => view)).toEqual(views.map(({ name }) => name));
    for (const { view, file, rows, bytes, sha256, columns } of manifest.files) {
      const [count] = await server.rows(`select count(*)::int as count from reporting."${view}"`);
      expect([view, rows]).toEqual([view, count?.["count"]]);
      const content = await download(manifest.exportId, file);
      expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
      expect(content.length).toBe(bytes);
      const lines = parse(content);
      expect(lines.length).toBe(rows);
      for (const line of lines) expect(Object.keys(line)).toEqual(columns.map(({ name }) => name));
    }
    const steps = manifest.files.find(({ view }) => view === "status_steps");
    expect(steps?.rows).toBe(3);
    const [row] = await server.rows(
      "select last_sequence::int as last from event_position where position_id = 1",
    );
    expect(manifest.position).toBeLessThanOrEqual(Number(row?.["last"]));
    expect(manifest.schemaVersion).toMatch(/^[0-9a-f]{64}$/);
    const [made] = await list();
    expect(made).toMatchObject({ exportId: manifest.exportId, state: "done", attempts: 1 });
    expect(made?.rows).toBe(manifest.files.reduce((total, { rows }) => total + rows, 0));
  });

  it("shows the moment at which it began, although rows are added while it is read", async () => {
    const started = await start();
    let isAdded = false;
    const objects: ObjectStore = {
      ...server.objects,
      async put(hash, bytes) {
        if (!isAdded) {
          isAdded = true;
          await server.job(sam);
        }
        await server.objects.put(hash, bytes);
      },
    };
    const [before] = await server.rows("select count(*)::int as count from reporting.visits");
    await run({ objects });
    const { files } = await readManifest(started);
    expect(files.find(({ view }) => view === "visits")?.rows).toBe(before?.["count"]);
    expect(isAdded).toBe(true);
  });

  it("is begun again after a failure, and given up with an alarm when it fails for long", async () => {
    const started = await start();
    let puts = 0;
    const broken: ObjectStore = {
      ...server.objects,
      async put(hash, bytes) {
        puts += 1;
        if (puts % 2 === 0) throw new Error("The store is full");
        await server.objects.put(hash, bytes);
      },
    };
    await expect(run({ objects: broken })).rejects.toThrow("The store is full");
    expect((await list())[0]).toMatchObject({ state: "waiting", attempts: 1 });
    // As if its server had died: nobody has said that it failed.
    await server.rows("update reporting_export set state = 'running' where export_id = $1", [
      started.exportId,
    ]);
    await run();
    expect((await list())[0]).toMatchObject({ state: "done", attempts: 2, lastError: null });
    const { files } = await readManifest(started);
    for (const { file, rows } of files)
      expect(parse(await download(started.exportId, file)).length).toBe(rows);

    const failing = await start();
    for (let attempt = 1; attempt < 7; attempt += 1)
      await expect(run({ objects: broken })).rejects.toThrow("The store is full");
    await run({ objects: broken });
    expect((await list())[0]).toMatchObject({ exportId: failing.exportId, state: "failed" });
    const alarms = await server.rows(
      "select details from alarm where kind = 'reporting-export-failed'",
    );
    expect(alarms).toMatchObject([{ details: { exportId: failing.exportId } }]);
    const path = `/api/office/reporting-exports/${failing.exportId}/manifest`;
    expect((await reader.get(path)).status).toBe(404);
  });

  it("loses nothing when its server seems to be gone, and another one begins it meanwhile", async () => {
    const started = await start();
    const others: unknown[] = [];
    const objects: ObjectStore = {
      ...server.objects,
      async put(hash, bytes) {
        await server.objects.put(hash, bytes);
        // The queue gives the task to another server when this one sends no heartbeats.
        if (others.length < 8) others.push(await run().catch(String));
      },
    };
    const slowServer = openDatabase(server.database.connectionString, { connections: 1 });
    await run({ objects, officeDatabase: slowServer });
    await slowServer.close();
    expect(others).toEqual(Array(8).fill(expect.stringContaining("Another server")));
    expect((await list())[0]).toMatchObject({ exportId: started.exportId, state: "done" });
    const parts = await server.rows(
      `select view, array_agg(sha256 order by part) as objects from reporting_export_part
        where export_id = $1 and view <> 'manifest' group by view order by view collate "C"`,
      [started.exportId],
    );
    const { files } = await readManifest(started);
    expect(parts).toEqual(files.map(({ view, objects: stored }) => ({ view, objects: stored })));
  });

  it("is made once a day at its time in London, however many servers look", async () => {
    const scheduled = async () => (await list()).filter(({ requestedBy }) => requestedBy === null);
    await run({ time: "02:30", now: () => new Date("2026-07-01T01:29:00Z") });
    expect(await scheduled()).toEqual([]);
    await run({ time: "02:30", now: () => new Date("2026-07-01T01:31:00Z") });
    await run({ time: "02:30", now: () => new Date("2026-07-01T13:31:00Z") });
    expect(await scheduled()).toMatchObject([{ day: "2026-07-01", state: "done" }]);
    await run({ time: "02:30", now: () => new Date("2026-07-02T03:00:00Z") });
    expect((await scheduled()).map(({ day }) => day)).toEqual(["2026-07-02", "2026-07-01"]);
  });

  it("goes after its period, and its objects with it", async () => {
    const [newest] = await list();
    const hashes = await server.rows(
      "select sha256 from reporting_export_part where export_id = $1",
      [newest?.exportId],
    );
    expect(hashes.length).toBeGreaterThan(0);
    await server.rows("update reporting_export set created_on = now() - interval '15 days'");
    await applyRetention(server.database, {});
    expect(await list()).toEqual([]);
    const marked = await server.rows("select 1 from unused_object where sha256 = any($1)", [
      hashes.map(({ sha256 }) => sha256),
    ]);
    expect(marked.length).toBe(new Set(hashes.map(({ sha256 }) => sha256)).size);
  });

  it("is for those who may read the feed", async () => {
    const viewer = await server.office(["viewer"]);
    expect((await viewer.get("/api/office/reporting-exports")).status).toBe(403);
    expect((await viewer.post("/api/office/reporting-exports", {})).status).toBe(403);
  });
});
