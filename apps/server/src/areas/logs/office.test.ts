import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import {
  type InstalledEngineer,
  type InProcessServer,
  startInProcessServer,
} from "../../testing/in-process.ts";

let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  office = await server.office();
  sam = await server.installed();
});
afterAll(() => server.close());

async function read<T>(path: string): Promise<T> {
  const answer = await office.get(path);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as T;
}

const entry = (message: string) => ({
  logId: randomUUID(),
  level: "error",
  message,
  details: null,
  loggedOn: "2026-11-21T09:00:00.000Z",
});

describe("the office reads what devices report", () => {
  it("logs, a page at a time, and each entry once", async () => {
    const messages = ["one", "two", "three", "four", "five"];
    const sent = await sam.caller.post("/api/log/error", { entries: messages.map(entry) });
    expect(sent).toMatchObject({ status: 200 });
    const found: string[] = [];
    let path = `/api/office/device-log?deviceId=${sam.deviceId}&limit=2`;
    for (;;) {
      const { entries, next } = await read<{
        entries: { message: string; deviceId: string }[];
        next: string | null;
      }>(path);
      found.push(...entries.map(({ message }) => message));
      if (next === null) break;
      path = `/api/office/device-log?deviceId=${sam.deviceId}&limit=2&before=${encodeURIComponent(next)}`;
    }
    expect(found.toSorted()).toEqual(messages.toSorted());
    expect(await read(`/api/office/device-log?deviceId=${randomUUID()}`)).toEqual({
      entries: [],
      next: null,
    });
    expect((await office.get("/api/office/device-log?before=yesterday")).status).toBe(400);
  });

  it("data dumps, whose reading is recorded", async () => {
    await server.rows(
      `insert into device_report (field_operative_id, device_id, kind, body)
       values ($1, $2, 'tables', '{"job": []}'), ($1, $2, 'memory', '{"usedMb": 12}')`,
      [sam.fieldOperativeId, sam.deviceId],
    );
    const { reports } = await read<{ reports: { reportId: number; kind: string }[] }>(
      `/api/office/device-reports?fieldOperativeId=${sam.fieldOperativeId}`,
    );
    expect(reports.map(({ kind }) => kind)).toEqual(["memory", "tables"]);
    const dump = reports[1]?.reportId;
    expect(await read(`/api/office/device-reports/${dump}`)).toMatchObject({
      kind: "tables",
      body: { job: [] },
    });
    expect(await read(`/api/office/device-reports?before=${reports[0]?.reportId}`)).toMatchObject({
      reports: [{ kind: "tables" }],
    });
    expect(await read(`/api/office/audit?action=device-report-read&subject=${dump}`)).toMatchObject(
      { events: [{ fieldOperativeId: sam.fieldOperativeId, after: { kind: "tables" } }] },
    );
    expect((await office.get("/api/office/device-reports/999999")).status).toBe(404);
  });

  it("messages that the server refused", async () => {
    await server.rows(
      `insert into refused_message (field_operative_id, device_id, message_id, type, code, reason)
       select $1, $2, gen_random_uuid(), 'JobClose', 'invalid', 'number ' || n from generate_series(1, 3) n`,
      [sam.fieldOperativeId, sam.deviceId],
    );
    const path = `/api/office/refused-messages?deviceId=${sam.deviceId}&limit=2`;
    const first = await read<{ messages: { reason: string }[]; next: number }>(path);
    expect(first.messages.map(({ reason }) => reason)).toEqual(["number 3", "number 2"]);
    expect(await read(`${path}&before=${first.next}`)).toMatchObject({
      messages: [{ reason: "number 1", code: "invalid", times: 1 }],
      next: null,
    });
  });

  it("alarms, also those before an alarm and of one kind", async () => {
    await server.rows(
      `insert into alarm (kind, details) values ('a-kind', '{"n": 1}'), ('another', '{}'), ('a-kind', '{"n": 2}')`,
    );
    const alarms = await read<{ alarmId: number }[]>("/api/office/alarms?kind=a-kind");
    expect(alarms).toMatchObject([{ details: { n: 2 } }, { details: { n: 1 } }]);
    expect(await read(`/api/office/alarms?kind=a-kind&before=${alarms[0]?.alarmId}`)).toMatchObject(
      [{ details: { n: 1 } }],
    );
  });
});
