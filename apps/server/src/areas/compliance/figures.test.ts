import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJob, readFigures } from "@fieldfare/contract/office";
import { aClose, aNoAccess } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;
const now = new Date("2026-11-18T12:00:00Z");

beforeAll(async () => {
  server = await startTestServer({ config: { now: () => now } });
  engineer = await server.addEngineer("Dora");
});
afterAll(() => server.stop());

async function raise(appointmentDateTime = "2026-11-18T09:00:00.000Z") {
  const { jobId, fieldOperativeAppointmentId } = await server.call(createJob, {
    body: aDraft({ fieldOperativeId: engineer.fieldOperativeId, appointmentDateTime }),
  });
  return { jobId, fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "" };
}

/** Ends a visit, whose end the server received at `receivedOn`. */
async function end(receivedOn: string, outcomeId: 1 | 3 | 6 | null) {
  const job = await raise();
  const isSent =
    outcomeId === null
      ? await server.send(engineer, "JobNoAccess", aNoAccess(job))
      : await server.send(engineer, "JobClose", aClose(job, { outcome: { outcomeId } }));
  expect(isSent).toMatchObject({ status: 200 });
  await server.database.pool.query("update job_closing set received_on = $2 where job_id = $1", [
    job.jobId,
    receivedOn,
  ]);
  return job;
}

const read = (query: Record<string, string> = {}) => server.call(readFigures, { query });

describe("First visits", () => {
  it("are counted in the week in which their end was received, by access and by outcome", async () => {
    await end("2026-11-09T00:00:00Z", 1);
    await end("2026-11-15T23:59:59Z", 3);
    await end("2026-11-10T10:00:00Z", 6);
    await end("2026-11-10T10:00:00Z", null);
    await end("2026-11-16T00:00:00Z", 1);
    const { weeks } = await read({ weeks: "4" });
    expect(weeks).toEqual([
      { monday: "2026-10-26", visits: 0, gained: 0, wanted: 0, fixed: 0 },
      { monday: "2026-11-02", visits: 0, gained: 0, wanted: 0, fixed: 0 },
      { monday: "2026-11-09", visits: 4, gained: 3, wanted: 2, fixed: 1 },
      { monday: "2026-11-16", visits: 1, gained: 1, wanted: 1, fixed: 1 },
    ]);
  });

  it("leave out a further visit to a job", async () => {
    const before = (await read({ weeks: "4" })).weeks;
    const { jobId } = await end("2026-11-17T10:00:00Z", null);
    await server.database.pool.query(
      `with other as (select gen_random_uuid() as id),
         sent as (insert into message (message_id, type, content_hash, payload, job_id, field_operative_id, device_id,
           message_created_on, mobile_version, message_version)
         select other.id, 'JobClose', '', '{}', $1, $2, $3, now(), '1', 1 from other)
       insert into job_closing (message_id, job_id, field_operative_appointment_id, kind, number_of_messages, manifest,
         outcome, closed_on, received_on)
       select other.id, $1, gen_random_uuid(), 'JobClose', 1, '[]', '{"outcomeId": 1}', now(), '2026-11-18T10:00:00Z' from other`,
      [jobId, engineer.fieldOperativeId, engineer.deviceId],
    );
    const [last] = (await read({ weeks: "4" })).weeks.slice(-1);
    expect(last).toEqual({
      monday: "2026-11-16",
      visits: (before.at(-1)?.visits ?? 0) + 1,
      gained: before.at(-1)?.gained,
      wanted: before.at(-1)?.wanted,
      fixed: before.at(-1)?.fixed,
    });
  });

  it("are those of 13 weeks without a period, and another period is refused", async () => {
    expect((await read()).weeks).toHaveLength(13);
    expect(await server.request(readFigures, { query: { weeks: "5" } })).toMatchObject({
      status: 400,
    });
  });
});

it("Jobs are counted by the day of their appointment in London, from a week ago to six days ahead", async () => {
  const count = async (day: string) =>
    (await read()).days
      .find((one) => one.day === day)
      ?.states.find(({ status }) => status === "New")?.jobs;
  expect((await read()).days.map(({ day }) => day)).toEqual(
    Array.from({ length: 14 }, (_, index) => `2026-11-${11 + index}`),
  );
  const [first, last] = [await count("2026-11-11"), await count("2026-11-24")];
  await raise("2026-11-11T00:00:00.000Z");
  await raise("2026-11-10T23:59:59.000Z");
  await raise("2026-11-24T23:59:59.000Z");
  await raise("2026-11-25T00:00:00.000Z");
  expect(await count("2026-11-11")).toBe((first ?? 0) + 1);
  expect(await count("2026-11-24")).toBe((last ?? 0) + 1);
});

it("Unsent work is counted by its age as phones said it, without phones of disabled accounts", async () => {
  const phones = await Promise.all(["A", "B", "C"].map((name) => server.addEngineer(name)));
  const [waiting, sent, gone] = phones.map(({ deviceId }) => deviceId);
  const report = (deviceId: string | undefined, messages: number, since: string | null) =>
    server.database.pool.query(
      "update device set unsent_messages = $2, unsent_since = $3, unsent_reported_on = now() where device_id = $1",
      [deviceId, messages, since],
    );
  const { unknown } = (await read()).unsent;
  await report(waiting, 4, "2026-11-16T12:00:00Z");
  await report(sent, 0, null);
  await report(gone, 9, "2026-11-01T12:00:00Z");
  await server.database.pool.query(
    "update account set disabled_on = now() where field_operative_id = $1",
    [phones[2]?.fieldOperativeId],
  );
  const { unsent } = await read();
  expect(unsent.ages.find(({ age }) => age === "threeDays")).toMatchObject({
    phones: 1,
    messages: 4,
  });
  expect(unsent.ages.find(({ age }) => age === "none")?.phones).toBeGreaterThanOrEqual(1);
  expect(unsent.ages.find(({ age }) => age === "longer")).toMatchObject({ phones: 0, messages: 0 });
  expect(unsent.unknown).toBe(unknown - 3);
});

it("Figures are not for engineers", async () => {
  expect(await server.request(readFigures, { token: engineer.token })).toMatchObject({
    status: 403,
  });
});
