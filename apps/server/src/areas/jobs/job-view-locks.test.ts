import { randomUUID } from "node:crypto";
import { permissionsOfRoles } from "@fieldfare/contract/office";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../../database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../database/testing.ts";
import { migratedTemplate } from "../../testing/migrated-template.ts";
import { putJobView } from "./job-views.ts";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase(migratedTemplate);
  database = openDatabase(testDatabase.connectionString);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const addOwner = () => ({
  id: randomUUID(),
  name: "Robin Ellis",
  perms: permissionsOfRoles(["planner"]),
});
type Owner = ReturnType<typeof addOwner>;

/** In a transaction that is not run again after a deadlock. */
const put = (owner: Owner, viewId: string, name: string, version: number | null) =>
  database.orm.transaction((orm) =>
    putJobView({ orm, record: () => undefined }, owner, viewId, {
      name,
      search: "status=New",
      isShared: true,
      version,
    }),
  );

async function addView(owner: Owner): Promise<string> {
  const viewId = randomUUID();
  expect(await put(owner, viewId, "Late", null)).toMatchObject({ viewId, version: 1 });
  return viewId;
}

/** Runs both while the views are locked, so that each has begun before the other goes on. */
async function runAtOnce<One, Other>(
  viewIds: readonly string[],
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from job_view where view_id = any($1) for update", [viewIds]);
    const both = Promise.all([one(), other()]);
    await expect
      .poll(async () => {
        const { rowCount } = await database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(2);
    await client.query("commit");
    return await both;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

it("Two who change shared views of each other at once wait for each other in one order", async () => {
  const [robin, jamie] = [addOwner(), addOwner()];
  const [robinsView, jamiesView] = [await addView(robin), await addView(jamie)];
  const answers = await runAtOnce(
    [robinsView, jamiesView],
    () => put(robin, jamiesView, "Renamed by Robin", 1),
    () => put(jamie, robinsView, "Renamed by Jamie", 1),
  );
  expect(answers).toMatchObject([
    { viewId: jamiesView, name: "Renamed by Robin", version: 2 },
    { viewId: robinsView, name: "Renamed by Jamie", version: 2 },
  ]);
});
