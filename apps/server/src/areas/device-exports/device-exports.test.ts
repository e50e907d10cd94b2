import { createHash, randomBytes, randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { exportCode, exportLimits, header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { untilChangesAreListed } from "../../testing/settled-changes.ts";

let server: InProcessServer;
let sam: InstalledEngineer;
let office: Caller;

beforeAll(async () => {
  server = await startInProcessServer();
  sam = await server.installed();
  office = await server.office();
});
afterAll(() => server.close());

async function send(
  { caller, deviceId }: InstalledEngineer,
  batchId: string,
  index: number | string,
  chunk: Uint8Array,
) {
  const form = new FormData();
  form.set("batchId", batchId);
  form.set("index", String(index));
  form.set("chunk", new Blob([new Uint8Array(chunk)]));
  const encoded = new Response(form);
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/device/export/chunk",
    headers: {
      authorization: `Bearer ${caller.token}`,
      [header.deviceId]: deviceId,
      "content-type": encoded.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

const complete = (engineer: InstalledEngineer, body: object) =>
  engineer.caller.post("/api/device/export/complete", body);
const progress = (engineer: InstalledEngineer, batchId: string) =>
  engineer.caller.get(`/api/device/export/${batchId}`);
const listed = async (batchId: string) =>
  ((await office.get("/api/office/exports")).body as { batchId: string }[]).find(
    (each) => each.batchId === batchId,
  );

describe("an export in pieces", () => {
  it("that was interrupted continues where it stopped, and the office gets all of it", async () => {
    const batchId = randomUUID();
    const file = gzipSync(randomBytes(2_500_000));
    const size = exportLimits.pieceBytes;
    const pieces = [0, 1, 2].map((index) => file.subarray(index * size, (index + 1) * size));
    expect((await progress(sam, batchId)).status).toBe(404);
    expect((await send(sam, batchId, 0, pieces[0] as Buffer)).status).toBe(200);
    expect((await send(sam, batchId, 2, pieces[2] as Buffer)).status).toBe(200);
    expect((await progress(sam, batchId)).body).toEqual({ received: [0, 2], isComplete: false });

    const early = await complete(sam, { batchId, pieces: 3 });
    expect(early).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: "Pieces are missing: 1" },
    });
    expect((await office.get(`/api/office/exports/${batchId}`)).status).toBe(404);

    expect((await send(sam, batchId, 1, pieces[1] as Buffer)).status).toBe(200);
    expect((await send(sam, batchId, 1, pieces[1] as Buffer)).status).toBe(200);
    const sha256 = createHash("sha256").update(file).digest("hex");
    const wrong = await complete(sam, { batchId, pieces: 3, sha256: "0".repeat(64) });
    expect(wrong).toMatchObject({ status: 422, body: { code: "hash-mismatch" } });
    const done = await complete(sam, { batchId, pieces: 3, sha256 });
    expect(done).toMatchObject({ status: 200, body: { status: "ok", code: exportCode(batchId) } });
    expect((await complete(sam, { batchId, pieces: 3, sha256 })).body).toEqual(done.body);
    expect(await listed(batchId)).toMatchObject({
      code: exportCode(batchId),
      deviceId: sam.deviceId,
      pieces: 3,
      bytes: file.length,
    });

    const download = await server.app.inject({
      url: `/api/office/exports/${batchId}`,
      headers: { authorization: `Bearer ${office.token}` },
    });
    expect(download.statusCode).toBe(200);
    expect(gunzipSync(download.rawPayload)).toEqual(gunzipSync(file));
  });

  it("is refused when a piece is sent again with other content", async () => {
    const batchId = randomUUID();
    await send(sam, batchId, 0, Buffer.from("first"));
    expect(await send(sam, batchId, 0, Buffer.from("second"))).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    await complete(sam, { batchId });
    expect((await send(sam, batchId, 0, Buffer.from("first"))).status).toBe(200);
    expect((await send(sam, batchId, 1, Buffer.from("late"))).status).toBe(409);
  });

  it("can never be read or continued by another engineer", async () => {
    const alex = await server.installed();
    const batchId = randomUUID();
    await send(sam, batchId, 0, Buffer.from("Sam's"));
    expect((await send(alex, batchId, 1, Buffer.from("Alex's"))).status).toBe(404);
    expect((await progress(alex, batchId)).status).toBe(404);
    expect((await complete(alex, { batchId })).status).toBe(404);
    expect((await alex.caller.get(`/api/office/exports/${batchId}`)).status).toBe(403);
    expect((await server.anonymous.get("/api/office/exports")).status).toBe(401);
    expect((await progress(sam, batchId)).body).toEqual({ received: [0], isComplete: false });
  });

  it.each([
    ["an index below nothing", -1, Buffer.from("x"), 400],
    ["an index above the ceiling", exportLimits.pieces, Buffer.from("x"), 400],
    ["an index that is no number", "first", Buffer.from("x"), 400],
    ["an empty piece", 0, Buffer.alloc(0), 400],
    ["a piece that is too large", 0, Buffer.alloc(exportLimits.pieceBytes + 1), 413],
  ])("refuses %s", async (_what, index, chunk, status) => {
    expect((await send(sam, randomUUID(), index, chunk)).status).toBe(status);
  });

  it("refuses a request that is not a form, or has no batch", async () => {
    expect((await sam.caller.post("/api/device/export/chunk", { index: 0 })).status).toBe(400);
    expect((await send(sam, "../../etc", 0, Buffer.from("x"))).status).toBe(400);
    expect((await complete(sam, { batchId: randomUUID() })).status).toBe(404);
  });

  it("is listed for the office page by page, the newest first, with its pieces and bytes", async () => {
    const alex = await server.installed();
    const ids: string[] = [];
    for (let number = 1; number <= 3; number += 1) {
      const batchId = randomUUID();
      ids.unshift(batchId);
      await send(alex, batchId, 0, Buffer.from("first"));
      await send(alex, batchId, 1, Buffer.from("second"));
    }
    const query = `/api/office/exports?fieldOperativeId=${alex.fieldOperativeId}&limit=2`;
    const read = async (after: string) => (await office.get(`${query}${after}`)).body;
    expect(await read("")).toMatchObject([
      { batchId: ids[0], pieces: 2, bytes: 11 },
      { batchId: ids[1], pieces: 2, bytes: 11 },
    ]);
    expect(await read(`&after=${ids[1]}`)).toMatchObject([{ batchId: ids[2] }]);
    expect(await read(`&after=${ids[2]}`)).toEqual([]);
    expect(await office.get(`${query}&after=${randomUUID()}`)).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ path: "after" }] },
    });
  });

  it("is listed for the office when it has changed, in the order of the changes", async () => {
    const alex = await server.installed();
    const ids = [randomUUID(), randomUUID()];
    for (const batchId of ids) await send(alex, batchId, 0, Buffer.from("rows"));
    const query = `/api/office/exports?fieldOperativeId=${alex.fieldOperativeId}`;
    const read = async (more: string) => {
      await untilChangesAreListed(server.database);
      return (await office.get(`${query}${more}`)).body as { batchId: string; changedOn: string }[];
    };
    const all = await read("&changedSince=2020-01-01T00:00:00.000Z");
    expect(all.map(({ batchId }) => batchId)).toEqual(ids);
    expect((await complete(alex, { batchId: ids[0] })).status).toBe(200);
    const last = all[1]?.changedOn ?? "";
    const changed = await read(`&changedSince=${last}`);
    expect(changed.map(({ batchId }) => batchId)).toEqual([ids[1], ids[0]]);
    expect(await read(`&changedSince=${last}&limit=1`)).toEqual(changed);
    // A repeat completes nothing.
    await complete(alex, { batchId: ids[0] });
    expect(await read(`&changedSince=${changed[1]?.changedOn}`)).toEqual(changed.slice(1));
    expect(await office.get(`${query}&changedSince=${last}&after=${ids[0]}`)).toMatchObject({
      status: 400,
      body: { issues: [{ path: "after" }] },
    });
  });

  it("replaces the oldest beyond three of the same device, and no other device's", async () => {
    const alex = await server.installed();
    const stored = randomUUID();
    await send(sam, stored, 0, Buffer.from("Sam's"));
    const batches = [1, 2, 3, 4].map(() => randomUUID());
    for (const batchId of batches) await send(alex, batchId, 0, Buffer.from(batchId));
    expect((await progress(alex, batches[0] as string)).status).toBe(404);
    for (const batchId of batches.slice(1))
      expect((await progress(alex, batchId)).status).toBe(200);
    expect((await progress(sam, stored)).status).toBe(200);
    const entries = await server.rows(
      "select actor_id, object_id, after from audit_entry where action = 'export-deleted' and object_id = $1",
      [batches[0]],
    );
    expect(entries).toEqual([
      { actor_id: null, object_id: batches[0], after: { replacedBy: batches[3] } },
    ]);
  });
});

describe("a table of a device", () => {
  it("is stored for the office", async () => {
    const rows = [{ jobId: "1", formattedJobId: "FF1" }];
    expect((await sam.caller.post("/api/device/table", { table: "job", rows })).status).toBe(200);
    const [stored] = await server.rows(
      "select device_id, body from device_report where kind = 'table' order by report_id desc",
    );
    expect(stored).toEqual({ device_id: sam.deviceId, body: { table: "job", rows } });
  });
});
