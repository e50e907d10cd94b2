import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { migrateDatabase } from "../../database/database.ts";
import { createTestDatabase } from "../../database/testing.ts";
import { startInProcessServer, type InProcessServer } from "../../testing/in-process.ts";
import { aStatusChange, ordered, post } from "../../testing/messages.ts";
import { migratedTemplate } from "../../testing/migrated-template.ts";
import { startServerProcess } from "../../testing/process.ts";
import { answerInTime } from "./readiness.ts";

let server: InProcessServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const ready = { status: "ready", database: "ok", migrations: "ok", images: "ok", stopping: false };

it("A server is ready with its database, its migrations and its store", async () => {
  server = await startInProcessServer();
  expect(await server.anonymous.get("/api/health/live")).toMatchObject({
    status: 200,
    body: { status: "ok" },
  });
  expect(await server.anonymous.get("/api/health/ready")).toMatchObject({
    status: 200,
    body: ready,
  });
});

it("A server whose database has the tables of another version is alive and not ready", async () => {
  server = await startInProcessServer();
  await server.rows("update drizzle.__drizzle_migrations set created_at = created_at + 1");
  expect(await server.anonymous.get("/api/health/ready")).toMatchObject({
    status: 503,
    body: { ...ready, status: "not-ready", migrations: "other-version" },
  });
  expect(await server.anonymous.get("/api/health/live")).toMatchObject({ status: 200 });
});

it("A server whose database another version has upgraded refuses calls, records nothing, and says why", async () => {
  server = await startInProcessServer();
  const sam = await server.installed();
  const job = await server.job(sam);
  const message = ordered(aStatusChange(job, "Travelling"), {
    incarnation: randomUUID(),
    lane: job.jobId,
  });
  await server.rows("update drizzle.__drizzle_migrations set created_at = created_at + 1");
  expect(await server.anonymous.get("/api/health/ready")).toMatchObject({ status: 503 });
  expect(await post(sam, message)).toMatchObject({
    status: 503,
    body: { code: "unavailable", detail: expect.stringContaining("Another version") },
  });
  expect(await sam.caller.get("/api/job")).toMatchObject({ status: 503 });
  expect(await server.rows("select 1 from message")).toEqual([]);

  await server.rows("update drizzle.__drizzle_migrations set created_at = created_at - 1");
  expect(await server.anonymous.get("/api/health/ready")).toMatchObject({ status: 200 });
  expect(await post(sam, message)).toMatchObject({ status: 200, body: { outcome: "recorded" } });
});

it("A server does not migrate a database that a newer version has upgraded", async () => {
  server = await startInProcessServer();
  await migrateDatabase(server.database);
  await server.rows("update drizzle.__drizzle_migrations set created_at = created_at + 1");
  await expect(migrateDatabase(server.database)).rejects.toThrow("A newer version of the server");
});

it("A health check of a database that hangs answers after five seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hanging = new Promise<boolean>(() => undefined);
  const seen: boolean[] = [];
  const answer = answerInTime(hanging, false).then((value) => seen.push(value));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await answer;
  expect(seen).toEqual([false]);
});

it("A server whose database is gone is alive and not ready", async () => {
  server = await startInProcessServer();
  await server.rows("alter schema drizzle rename to drizzle_away");
  expect(await server.anonymous.get("/api/health/ready")).toMatchObject({
    status: 503,
    body: { status: "not-ready", database: "unavailable", migrations: "unknown" },
  });
  expect(await server.anonymous.get("/api/health/live")).toMatchObject({ status: 200 });
});

it("A store that takes no images is named, and leaves the server ready", async () => {
  server = await startInProcessServer();
  const refuse = () => Promise.reject(new Error("no space"));
  const other = await server.startAnother({}, { ...server.objects, check: refuse });
  const answer = await server.anonymous.with({}, other).get("/api/health/ready");
  expect(answer).toMatchObject({ status: 200, body: { ...ready, images: "unavailable" } });
});

it("A server that is told to stop is first not ready, and goes on answering", async () => {
  const testDatabase = await createTestDatabase(migratedTemplate);
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-drain-"));
  const { process: child, origin } = await startServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: testDatabase.connectionString,
    DRAIN_SECONDS: "600",
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  });
  const ask = async (path: string) => {
    const response = await fetch(`${origin}${path}`);
    return { status: response.status, body: await response.json() };
  };
  expect(await ask("/api/health/ready")).toEqual({ status: 200, body: ready });
  child.kill("SIGTERM");
  const stopping = { status: 503, body: { ...ready, status: "not-ready", stopping: true } };
  await expect.poll(() => ask("/api/health/ready"), { timeout: 15_000 }).toEqual(stopping);
  expect(await ask("/api/health/live")).toMatchObject({ status: 200 });
  expect(await ask("/api/health")).toMatchObject({ status: 200, body: { status: "ok" } });
}, 60_000);
