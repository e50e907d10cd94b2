import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addPartitionsSince, partitionedTables } from "../testing/partitions.ts";
import { startInProcessServer, type InProcessServer } from "../testing/in-process.ts";
import { openDatabase } from "./database.ts";
import { readFeedPosition } from "./events.ts";
import { addPartitions, dropOldPartitions } from "./partitions.ts";
import { applyRetention } from "./retention.ts";
import { addTrainingPartitions, migrateTraining, openTraining } from "./training.ts";

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer();
});
afterAll(() => server.close());

const partitionsOf = async (table: string) =>
  (await server.rows("select * from list_partitions($1) order by ends_on", [table])) as {
    partition: string;
    starts_on: Date | null;
    ends_on: Date;
  }[];

beforeEach(() => addPartitionsSince(server.database.pool, new Date("2020-01-01T00:00:00Z")));

async function addEntry(action: string, days: number): Promise<void> {
  await server.rows(
    `insert into audit_entry (action, object_type, object_id, occurred_on)
     values ($1, 'job', 'x', now() - $2::int * interval '1 day')`,
    [action, days],
  );
}

const addEvent = (sequence: number, days: number) =>
  server.rows(
    `insert into event (sequence, event_id, type, occurred_on, data, numbered_on)
     select $1, $2, 'job.raised', at, '{}', at from (select now() - $3::int * interval '1 day') x (at)`,
    [sequence, randomUUID(), days],
  );

const readActions = async () =>
  (await server.rows("select action from audit_entry where object_id = 'x' order by sequence")).map(
    (row) => row["action"],
  );

it("There is a partition for each quarter of a year, up to a year ahead", async () => {
  for (const table of partitionedTables) {
    const partitions = await partitionsOf(table);
    expect(partitions[0]).toMatchObject({ partition: `${table}_earlier`, starts_on: null });
    expect(partitions[1]).toMatchObject({
      partition: `${table}_2020_q1`,
      starts_on: new Date("2020-01-01T00:00:00Z"),
      ends_on: new Date("2020-04-01T00:00:00Z"),
    });
    expect(partitions.slice(1).map(({ starts_on: start }) => start)).toEqual(
      partitions.slice(0, -1).map(({ ends_on: end }) => end),
    );
    const [row] = await server.rows("select now() + interval '1 year' as next_year");
    expect(partitions.at(-1)?.ends_on.getTime()).toBeGreaterThan(
      (row as { next_year: Date }).next_year.getTime(),
    );
    await addPartitions(server.database.pool);
    expect(await partitionsOf(table)).toEqual(partitions);
  }
});

it("Audit entries of the years before a period are dropped with their partitions, the others one by one", async () => {
  // The entries of 801 and of 700 days ago have the same place, each in its partition.
  for (const days of [2_200, 1_900, 1_100, 801, 799, 700, 0]) await addEntry(`${days}`, days);
  const before = await partitionsOf("audit_entry");
  const counts = await applyRetention(server.database, { "audit-entries": 800 });
  expect(counts["audit-entries"]).toBe(4);
  expect(await readActions()).toEqual(["799", "700", "0"]);
  const [row] = await server.rows("select now() - interval '800 days' as until");
  const { until } = row as { until: Date };
  expect(await partitionsOf("audit_entry")).toEqual(
    before.filter(({ starts_on: start, ends_on: end }) => start === null || end > until),
  );
  expect(await applyRetention(server.database, { "audit-entries": 800 })).toEqual({});
});

it("No partition with audit entries of the last year can be dropped", async () => {
  await expect(dropOldPartitions(server.database.pool, "audit_entry", 364)).rejects.toThrow(
    "Audit entries of the last year are kept",
  );
});

it("What a partition has can be changed no more than what its table has", async () => {
  await addEntry("kept", 800);
  const partitions = await partitionsOf("audit_entry");
  for (const { partition } of partitions)
    for (const change of [`update ${partition} set action = 'x'`, `truncate ${partition}`]) {
      await expect(server.rows(change)).rejects.toThrow("permission denied");
      await server.rows(`grant update, truncate on ${partition} to current_user`);
      await expect(server.rows(change)).rejects.toThrow("Audit entries are only added");
      await server.rows(`revoke update, truncate on ${partition} from current_user`);
    }
  const newest = partitions.find(({ ends_on: end }) => end > new Date())?.partition;
  await addEntry("new", 0);
  await expect(server.rows(`delete from ${newest}`)).rejects.toThrow(
    "Audit entries are only added",
  );
});

it("A reader of the feed learns that events before its cursor were dropped with their partition", async () => {
  const { lastSequence } = await readFeedPosition(server.database.orm);
  await addEvent(lastSequence + 1, 900);
  await addEvent(lastSequence + 2, 800);
  await addEvent(lastSequence + 3, 89);
  expect((await applyRetention(server.database, {})).events).toBe(2);
  const { deletedUntil } = await readFeedPosition(server.database.orm);
  expect(deletedUntil).toBe(lastSequence + 2);
  expect(await server.rows("select sequence::int from event where numbered_on < now()")).toEqual([
    { sequence: lastSequence + 3 },
  ]);
  await server.rows("delete from event where sequence = $1", [lastSequence + 3]);
});

it("A partition that is being read stays, and nobody who writes has to wait for it", async () => {
  await addEntry("old", 1_100);
  const other = openDatabase(server.database.connectionString);
  const reader = await other.pool.connect();
  try {
    await reader.query("begin");
    await reader.query("select from audit_entry limit 1");
    expect(await dropOldPartitions(server.database.pool, "audit_entry", 800)).toBe(0);
    await addEntry("new", 0);
  } finally {
    reader.release(true);
    await other.close();
  }
  expect(await dropOldPartitions(server.database.pool, "audit_entry", 800)).toBe(1);
  expect(await readActions()).toContain("new");
});

it("Two servers that start at once add each partition once", async () => {
  const { connectionString } = server.database;
  const both = [openDatabase(connectionString), openDatabase(connectionString)];
  for (const table of partitionedTables)
    for (const { partition, ends_on: end } of await partitionsOf(table))
      if (end > new Date()) await server.rows(`drop table ${partition}`);
  await Promise.all(both.map(({ pool }) => addPartitions(pool)));
  await Promise.all(both.map((database) => database.close()));
  for (const table of partitionedTables) {
    const ends = (await partitionsOf(table)).map(({ ends_on: end }) => end);
    expect(new Set(ends.map(Number)).size).toBe(ends.length);
    expect(ends.at(-1)?.getTime()).toBeGreaterThan(Date.now() + 364 * 86_400_000);
  }
});

it("The tables of training get their partitions too, once there are any", async () => {
  await addTrainingPartitions(server.database);
  const training = openTraining(server.database);
  try {
    await migrateTraining(training);
    const read = async () => {
      const { rows } = await training.pool.query(
        "select partition from list_partitions('audit_entry') order by ends_on",
      );
      return rows.map(({ partition }) => partition as string);
    };
    const partitions = await read();
    expect(partitions.length).toBeGreaterThan(4);
    await training.pool.query(`drop table ${partitions.at(-1)}`);
    await addTrainingPartitions(server.database);
    expect(await read()).toEqual(partitions);
  } finally {
    await training.close();
  }
});
