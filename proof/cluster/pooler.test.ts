import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { refuseSharedConnections } from "../../apps/server/src/database/session-settings.ts";
import { createTestDatabase } from "../../apps/server/src/database/testing.ts";
import { startPooler } from "./pooler.ts";
import { openPrograms, unpackPrograms } from "./programs.ts";

test("the server works behind PgBouncer in session mode, and does not start behind its transaction mode", async ({
  expect,
  skip,
}) => {
  const root = await unpackPrograms().catch((error: unknown) => {
    console.warn(`Not tested: ${String(error)}`);
    return null;
  });
  if (root === null) {
    skip();
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-pooler-"));
  const programs = await openPrograms(root, folder);
  const database = await createTestDatabase();
  const { username, password, port, pathname } = new URL(database.connectionString);
  const open = (name: string, mode?: "transaction") =>
    startPooler(programs, {
      folder: join(folder, name),
      log: join(folder, `${name}.log`),
      login: { user: username, password, database: pathname.slice(1) },
      port: Number(port),
      ...(mode && { mode }),
    });
  try {
    const sessions = await open("sessions");
    await expect(refuseSharedConnections(sessions.connectionString)).resolves.toBeUndefined();
    const transactions = await open("transactions", "transaction");
    await expect(refuseSharedConnections(transactions.connectionString)).rejects.toThrow(
      "pool_mode = session",
    );
  } finally {
    await programs.endAll();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
