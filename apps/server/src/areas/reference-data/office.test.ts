import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe("rows of a data set", () => {
  const params = { type: "JobStage" };
  const stage = (jobStageId: number) => ({ jobStageId, name: `Stage ${jobStageId}`, sortOrder: 1 });

  it("are put, read back and deleted by id", async () => {
    const put = await server.call(office.putData, { params, body: { rows: [stage(1), stage(2)] } });
    expect(put).toMatchObject({ type: "JobStage", changed: 2, deleted: 0 });
    const later = await server.call(office.putData, {
      params,
      body: { rows: [], deletedIds: [1] },
    });
    expect(later).toMatchObject({ changed: 0, deleted: 1 });
    expect(Number(later.date)).toBeGreaterThan(Number(put.date));
    const read = await server.call(office.readData, { params });
    expect(read).toEqual({ type: "JobStage", date: later.date, rows: [stage(2)] });
  });

  it("are refused as a whole when one row does not fit", async () => {
    const before = await server.call(office.readData, { params });
    const body = { rows: [stage(7), { jobStageId: "eight" }] };
    const answer = await server.request(office.putData, { params, body });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect(JSON.stringify(answer.body)).toContain("rows.1.");
    expect(await server.call(office.readData, { params })).toEqual(before);
    expect(
      await server.request(office.putData, { params: { type: "Nonsense" }, body }),
    ).toMatchObject({
      status: 400,
    });
  });

  it("may be more than other requests may carry", async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => ({
      sorCodeId: index + 1,
      code: `GA${index}`,
      description: "d".repeat(100),
      unit: "NO",
    }));
    const put = await server.call(office.putData, { params: { type: "Sor" }, body: { rows } });
    expect(put.changed).toBe(4000);
  });
});
