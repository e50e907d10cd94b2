import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmbeddedDatabase, stopAbandonedDatabase } from "./embedded.ts";
import { findPostmaster } from "./embedded-postmaster.ts";

let directory: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), `fieldfare-test-${process.pid}-`));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await stopAbandonedDatabase(directory);
  await rm(directory, { recursive: true, force: true });
});

test("committed data are there after a stop and a start", async () => {
  const first = await startEmbeddedDatabase(directory);
  await query(first.connectionString, "create table jobs as select 7 as number");
  await first.stop();

  const second = await startEmbeddedDatabase(directory);
  expect(await query(second.connectionString, "select number from jobs")).toEqual([{ number: 7 }]);
  await second.stop();
});

test("it flushes to disk and listens only on the loopback address", async () => {
  const database = await startEmbeddedDatabase(directory);
  const settings = await query(
    database.connectionString,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('listen_addresses') as address, current_setting('server_encoding') as encoding`,
  );
  expect(settings).toEqual([{ fsync: "on", commit: "on", address: "127.0.0.1", encoding: "UTF8" }]);
  await database.stop();
});

test("its log has no statement and no row, and so nothing that a table says of people", async () => {
  const database = await startEmbeddedDatabase(directory);
  await query(database.connectionString, "create table tenant (name text, email text not null)");
  await expect(
    query(database.connectionString, "insert into tenant values ('Ann Archer', null)"),
  ).rejects.toThrow(/violates not-null constraint/);
  await database.stop();
  const log = await readFile(join(directory, "postgresql.log"), "utf8");
  expect(log).toContain("violates not-null constraint");
  expect(log).not.toContain("Archer");
});

test("a connection needs the password, and the server's role is no superuser", async () => {
  const database = await startEmbeddedDatabase(directory);
  const guessed = new URL(database.connectionString);
  guessed.password = "guess";
  await expect(query(guessed.href, "select 1")).rejects.toThrow(/password authentication failed/);
  expect(
    await query(
      database.connectionString,
      "select rolsuper from pg_roles where rolname = current_user",
    ),
  ).toEqual([{ rolsuper: false }]);
  await database.stop();
});

test("after kill -9 of the server the next start takes over the running PostgreSQL with every row", async () => {
  const killed = await serverProcess(directory);
  await query(killed.connectionString, "create table jobs as select 7 as number");
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  const abandoned = await findPostmaster(join(directory, "data"));
  expect(abandoned).toBeDefined();

  const next = await startEmbeddedDatabase(directory);
  expect(await query(next.connectionString, "select number from jobs")).toEqual([{ number: 7 }]);
  expect(await findPostmaster(join(directory, "data"))).toEqual(abandoned);
  await next.stop();
  expect(await findPostmaster(join(directory, "data"))).toBeUndefined();
});

test("after kill -9 of the server and of PostgreSQL the next start recovers every row", async () => {
  const killed = await serverProcess(directory);
  await query(killed.connectionString, "create table jobs as select 7 as number");
  killed.child.kill("SIGKILL");
  process.kill((await findPostmaster(join(directory, "data")))?.pid ?? 0, "SIGKILL");

  const next = await startEmbeddedDatabase(directory);
  expect(await query(next.connectionString, "select number from jobs")).toEqual([{ number: 7 }]);
  await next.stop();
});

test("a second server on the same folder gets an error that names the owner and says what to do", async () => {
  const { child } = await serverProcess(directory);
  await expect(startEmbeddedDatabase(directory)).rejects.toMatchObject({
    code: "in-use",
    message: expect.stringMatching(new RegExp(`process ${child.pid}.*DATA_DIR.*DATABASE_URL`)),
  });
});

test("of servers that start at the same moment on a new folder, exactly one gets it", async () => {
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => startEmbeddedDatabase(directory, { durable: false })),
  );
  const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(won).toHaveLength(1);
  expect(lost.map(({ reason }) => reason.code)).toEqual(["in-use", "in-use"]);
  await won[0]?.value.stop();
});

test("a lock file whose process number belongs to another program does not stop the start", async () => {
  const first = await startEmbeddedDatabase(directory);
  const lockFile = join(directory, "data", "postmaster.pid");
  const lines = (await readFile(lockFile, "utf8")).split("\n");
  await first.stop();
  await writeFile(lockFile, [process.pid, ...lines.slice(1)].join("\n"));

  const second = await startEmbeddedDatabase(directory);
  expect(await query(second.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("data of another PostgreSQL version stay unchanged, and the error says what to do", async () => {
  const first = await startEmbeddedDatabase(directory, { durable: false });
  await first.stop();
  await writeFile(join(directory, "data", "PG_VERSION"), "15\n");
  await expect(startEmbeddedDatabase(directory)).rejects.toMatchObject({
    code: "wrong-version",
    message: expect.stringContaining("belong to PostgreSQL 15"),
  });
});

test("the server is notified when its PostgreSQL dies", async () => {
  const lost = Promise.withResolvers<unknown>();
  await startEmbeddedDatabase(directory, { onLost: lost.resolve });
  process.kill((await findPostmaster(join(directory, "data")))?.pid ?? 0, "SIGKILL");
  expect(await lost.promise).toMatchObject({
    message: expect.stringContaining("PostgreSQL stopped while the server was running"),
  });
});

test("PG* variables of the shell change nothing", async () => {
  process.env["PGDATA"] = "/nowhere";
  process.env["PGPORT"] = "1";
  try {
    const database = await startEmbeddedDatabase(directory, { durable: false });
    expect(await query(database.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    await database.stop();
  } finally {
    delete process.env["PGDATA"];
    delete process.env["PGPORT"];
  }
});

test("a copy of the folder, as restored from a backup, starts next to the original", async () => {
  const original = await startEmbeddedDatabase(directory, { durable: false });
  await query(original.connectionString, "create table jobs as select 7 as number");
  await original.stop();
  const copy = await mkdtemp(join(tmpdir(), `fieldfare-test-${process.pid}-`));
  await cp(directory, copy, { recursive: true });

  const [first, second] = await Promise.all([
    startEmbeddedDatabase(directory, { durable: false }),
    startEmbeddedDatabase(copy, { durable: false }),
  ]);
  expect(await query(second.connectionString, "select number from jobs")).toEqual([{ number: 7 }]);
  await Promise.all([first.stop(), second.stop()]);
  await rm(copy, { recursive: true, force: true });
});

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const session = new Client({ connectionString });
  await session.connect();
  return session
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => session.end());
}

/** Starts a server in its own process, so that it can be killed. */
async function serverProcess(
  folder: string,
): Promise<{ child: ChildProcess; connectionString: string }> {
  const module = JSON.stringify(new URL("embedded.ts", import.meta.url).href);
  const script = `
    const { startEmbeddedDatabase } = await import(${module});
    console.log((await startEmbeddedDatabase(${JSON.stringify(folder)})).connectionString);
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, connectionString: line };
  }
  throw new Error("the server process ended before it was ready");
}
