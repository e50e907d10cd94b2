import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canonicalJson, type DataSetAnswer } from "@fieldfare/contract";
import { syncedTypes, type SyncedType } from "@fieldfare/domain";
import { putRows } from "../../database/data-sets.ts";
import { openDatabase } from "../../database/database.ts";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { aMessage, post } from "../../testing/messages.ts";

interface Answer {
  readonly syncSizeInMb: number;
  readonly isSyncRequired: boolean;
  readonly isPartial: boolean;
  readonly payload: DataSetAnswer[];
}

let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  sam = await server.installed();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.rows("truncate data_set, data_row, contact_favourite");
});

async function sync(body: object, engineer = sam): Promise<Answer> {
  const answer = await engineer.caller.post("/api/sync", {
    warnSizeInMb: null,
    isFullSync: false,
    data: [],
    ...body,
  });
  expect(answer.status).toBe(200);
  return answer.body as Answer;
}

const stage = (jobStageId: number, name = `Stage ${jobStageId}`) => ({
  jobStageId,
  name,
  sortOrder: jobStageId,
});

async function put(type: SyncedType, rows: readonly unknown[], deletedIds: number[] = []) {
  const answer = await putRows(server.database, type, rows, deletedIds);
  if (!answer.ok) throw new Error(JSON.stringify(answer.issues));
  return answer.value.date;
}

describe("sync", () => {
  it("gives all rows of a set that the device has never had, sorted by id, and the set's date", async () => {
    const date = await put("JobStage", [stage(10), stage(2), stage(1)]);
    const answer = await sync({ data: [{ type: "JobStage", date: null }] });
    expect(answer).toMatchObject({ isSyncRequired: true, isPartial: false });
    expect(answer.payload).toEqual([
      {
        type: "JobStage",
        date,
        isFull: true,
        rows: [stage(1), stage(2), stage(10)],
        deletedIds: [],
      },
    ]);
  });

  it("gives the rows changed and the ids deleted since the device's date", async () => {
    const date = await put("JobStage", [stage(1), stage(2), stage(3)]);
    const later = await put("JobStage", [stage(2, "Changed"), stage(4)], [3]);
    const answer = await sync({ data: [{ type: "JobStage", date }] });
    expect(answer.payload).toEqual([
      {
        type: "JobStage",
        date: later,
        isFull: false,
        rows: [stage(2, "Changed"), stage(4)],
        deletedIds: [3],
      },
    ]);
  });

  it("is not required when nothing changed", async () => {
    const date = await put("JobStage", [stage(1)]);
    expect(await sync({ data: [{ type: "JobStage", date }] })).toEqual({
      syncSizeInMb: 0,
      isSyncRequired: false,
      payload: [],
      isPartial: false,
    });
  });

  it("a date that this server never gave requests the whole set", async () => {
    await put("JobStage", [stage(1)]);
    for (const date of ["9999999999999999", "yesterday"]) {
      const { payload } = await sync({ data: [{ type: "JobStage", date }] });
      expect(payload).toMatchObject([{ isFull: true, rows: [stage(1)] }]);
    }
  });

  it("a full sync without a list gives every set", async () => {
    const { payload } = await sync({ isFullSync: true });
    expect(payload.map(({ type }) => type)).toEqual(syncedTypes);
  });

  it("over the warning size gives the size and no payload", async () => {
    await put("JobStage", [stage(1, "x".repeat(200))]);
    const answer = await sync({ warnSizeInMb: 0.0001, data: [{ type: "JobStage", date: null }] });
    expect(answer).toMatchObject({ isSyncRequired: true, payload: [] });
    const accepting = await sync({ warnSizeInMb: 1, data: [{ type: "JobStage", date: null }] });
    expect(accepting.payload).toHaveLength(1);
  });

  it("an answer that would be too large is cut at a set boundary; asking again gives the rest", async () => {
    const small = await server.startAnother({ syncAnswerBytes: 3_000 });
    const engineer = { ...sam, caller: sam.caller.with({}, small) };
    await put(
      "JobStage",
      Array.from({ length: 30 }, (_, id) => stage(id)),
    );
    await put(
      "PartUnitType",
      Array.from({ length: 60 }, (_, id) => ({ partUnitTypeId: id, name: "Each" })),
    );
    const requested = ["JobStage", "PartUnitType"].map((type) => ({ type, date: null }));
    const first = await sync({ data: requested }, engineer);
    expect(first.isPartial).toBe(true);
    expect(first.payload.map(({ type }) => type)).toEqual(["JobStage"]);
    const stored = { type: "JobStage", date: first.payload[0]?.date };
    const second = await sync({ data: [stored, { type: "PartUnitType", date: null }] }, engineer);
    expect(second).toMatchObject({ isPartial: false, payload: [{ type: "PartUnitType" }] });
  });

  it("states its size before compression, and the compressed answer has the same text", async () => {
    await put(
      "JobStage",
      Array.from({ length: 2_500 }, (_, id) => stage(id)),
    );
    const body = {
      warnSizeInMb: null,
      isFullSync: false,
      data: [{ type: "JobStage", date: null }],
    };
    const request = (encoding: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/sync",
        headers: {
          authorization: `Bearer ${sam.caller.token}`,
          "x-device-id": sam.deviceId,
          "accept-encoding": encoding,
        },
        payload: body,
      });
    const [compressed, plain] = [await request("gzip, br"), await request("identity")];
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const text = gunzipSync(compressed.rawPayload);
    expect(text.toString()).toBe(plain.body);
    expect(Number(compressed.headers["x-sync-size"])).toBe(text.length);
    expect(JSON.parse(plain.body)).toMatchObject({ payload: [{ rows: { length: 2_500 } }] });
  });

  it("a row that commits while a sync runs is never missed", async () => {
    const before = await put("JobStage", [stage(1)]);
    // Another server, because the sync uses this one's connection.
    const elsewhere = openDatabase(server.database.connectionString);
    const writer = await elsewhere.pool.connect();
    await writer.query("begin");
    await writer.query("update data_set set changed_on = changed_on + 1 where type = 'JobStage'");
    await writer.query(
      `insert into data_row (type, row_id, row, changed_on)
       select type, '2', $1, changed_on from data_set where type = 'JobStage'`,
      [JSON.stringify(stage(2))],
    );
    const during = await sync({ data: [{ type: "JobStage", date: null }] });
    expect(during.payload).toMatchObject([{ date: before, rows: [stage(1)] }]);
    await writer.query("commit");
    writer.release();
    await elsewhere.close();
    const after = await sync({ data: [{ type: "JobStage", date: before }] });
    expect(after.payload).toMatchObject([{ isFull: false, rows: [stage(2)] }]);
  });

  it("with writers and readers at the same time, a device that follows the dates ends with every row", async () => {
    const stored = new Map<number, unknown>();
    let date: string | null = null;
    async function follow() {
      const { payload } = await sync({ data: [{ type: "JobStage", date }] });
      const [set] = payload;
      for (const row of set?.rows ?? []) stored.set(row.jobStageId as number, row);
      for (const id of set?.deletedIds ?? []) stored.delete(id as number);
      date = set?.date ?? date;
    }
    const writes = Array.from({ length: 40 }, (_, id) =>
      put("JobStage", [stage(id), stage(1_000 + (id % 5), `by ${id}`)]),
    );
    while (stored.size < 45) await follow();
    await Promise.all(writes);
    await follow();
    const rows = await server.rows(
      "select row from data_row where type = 'JobStage' and not deleted",
    );
    expect([...stored.values()].map(canonicalJson).sort()).toEqual(
      rows.map(({ row }) => canonicalJson(row)).sort(),
    );
  });

  it("rows that do not fit the contract change nothing", async () => {
    await put("JobStage", [stage(1)]);
    const answer = await putRows(server.database, "JobStage", [stage(2), { jobStageId: "three" }]);
    expect(answer).toMatchObject({ ok: false, issues: [{ path: "rows.1.jobStageId" }, {}, {}] });
    expect(await server.rows("select row_id from data_row")).toEqual([{ row_id: "1" }]);
  });
});

describe("favourite contacts", () => {
  it("are the engineer's own, and reach their devices as changes of the set", async () => {
    const alex = await server.installed();
    const contactId = randomUUID();
    const contact = {
      contactId,
      firstName: "Pat",
      lastName: "Lee",
      jobTitle: null,
      mobilePhone: null,
      email: null,
      isFavourite: false,
      modifiedOn: "2026-11-21T10:00:00.000Z",
    };
    const date = await put("Contacts", [contact]);
    await post(
      sam,
      aMessage("ContactFavouriteChange", {
        contactId,
        isFavourite: true,
        changeTimestamp: "2026-11-21T10:00:00.000Z",
      }),
    );
    const changed = await sync({ data: [{ type: "Contacts", date }] });
    expect(changed.payload).toMatchObject([
      { isFull: false, rows: [{ contactId, isFavourite: true }] },
    ]);
    const full = await sync({ data: [{ type: "Contacts", date: null }] });
    expect(full.payload).toMatchObject([{ isFull: true, rows: [{ isFavourite: true }] }]);
    const [stored] = full.payload;
    expect(await sync({ data: [{ type: "Contacts", date: stored?.date }] })).toMatchObject({
      isSyncRequired: false,
    });
    const other = await sync({ data: [{ type: "Contacts", date: null }] }, alex);
    expect(other.payload).toMatchObject([{ rows: [{ isFavourite: false }] }]);
  });
});
