import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallAnswer } from "@fieldfare/contract";
import {
  closeDampCase,
  createJob,
  listDampCases,
  readBoard,
  readDampCase,
  readJob,
  recordDampEvent,
  reopenDampCase,
  takeBackDampEvent,
} from "@fieldfare/contract/office";
import { type DampOfficeEvent, formIds } from "@fieldfare/domain";
import { aClose, aForm } from "../../testing/closings.ts";
import { aDampInspection } from "../../testing/form-answers.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let engineer: TestEngineer;
const now = new Date("2026-11-09T12:00:00Z");

beforeAll(async () => {
  server = await startTestServer({ withForms: true, config: { now: () => now } });
  engineer = await server.addEngineer("Dora");
});
afterAll(() => server.stop());

async function raise(
  propertyId: string = randomUUID(),
  kind = { jobCategoryId: 7, jobDetailTypeId: 71 },
  dampCaseId?: string,
) {
  const { property } = aDraft();
  const { jobId, fieldOperativeAppointmentId } = await server.call(createJob, {
    body: aDraft({
      ...kind,
      ...(dampCaseId !== undefined && { dampCaseId }),
      detailTypeName: kind.jobDetailTypeId === 71 ? "Inspection" : "Works",
      fieldOperativeId: engineer.fieldOperativeId,
      property: { ...property, propertyId },
    }),
  });
  return { jobId, propertyId, fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "" };
}
type Raised = Awaited<ReturnType<typeof raise>>;

/** Closes the job after access at `gainedOn`, with the form if it found something. */
async function close(
  job: Raised,
  gainedOn: string,
  hazard?: string,
  completedOn = gainedOn,
  usageRequirement: 1 | 3 = 3,
  answers: object = {},
) {
  const form = aForm(job, formIds.dampAndMould, {
    usageRequirement,
    completedForm: { ...aDampInspection({ hazard, ...answers }) },
    completedOn,
  });
  const payload = aClose(job, {
    job: {
      customForms: hazard === undefined ? [] : [form],
      statusTimestamps: { AccessGained: gainedOn, Closed: completedOn },
    },
  });
  expect(
    await server.send(engineer, "JobClose", { ...payload, changeTimestamp: completedOn }),
  ).toMatchObject({ status: 200 });
}

const list = (query: Record<string, string> = {}) =>
  server.call(listDampCases, { query: { limit: "99", ...query } });
async function find(propertyId: string, query: Record<string, string> = {}) {
  const { cases } = await list(query);
  return cases.find((one) => one.propertyId === propertyId);
}
async function caseOf(propertyId: string) {
  const found = await find(propertyId);
  if (!found) throw new Error("There is no case");
  return found;
}
const post = (caseId: string, kind: DampOfficeEvent, happenedOn: string, eventId = randomUUID()) =>
  server.request(recordDampEvent, { params: { caseId }, body: { eventId, kind, happenedOn } });
const read = (caseId: string) => server.call(readDampCase, { params: { caseId } });
const closeCase = (caseId: string, reason: string) =>
  server.request(closeDampCase, { params: { caseId }, body: { reason } });

const reopen = (caseId: string) => server.request(reopenDampCase, { params: { caseId } });

/** Records all that a significant hazard asks for, and closes the case. */
async function finish(caseId: string, moment: string) {
  for (const kind of ["summary", "safe", "no-works"] as const)
    expect(await post(caseId, kind, moment)).toMatchObject({ status: 200 });
  expect(await closeCase(caseId, "done")).toMatchObject({ status: 200 });
}

/** Raises a job at a new home, of which the landlord became aware at `awareOn`. */
async function open(awareOn: string) {
  const job = await raise();
  const { caseId } = await caseOf(job.propertyId);
  expect(await post(caseId, "aware", awareOn)).toMatchObject({ status: 200 });
  return { ...job, caseId };
}

describe("Two who record the same in a case", () => {
  const at = "2026-11-05T12:00:00.000Z";
  const record = (caseId: string, kind: DampOfficeEvent, eventIds?: readonly string[]) =>
    server.request(recordDampEvent, {
      params: { caseId },
      body: {
        eventId: randomUUID(),
        kind,
        happenedOn: at,
        ...(eventIds && { expected: { eventIds } }),
      },
    });
  const listIds = async (caseId: string) =>
    (await read(caseId)).events.map(({ eventId }) => eventId);

  it("are told if the second one has not seen the first", async () => {
    const { caseId } = await open("2026-11-02T09:00:00.000Z");
    const seen = await listIds(caseId);
    expect((await record(caseId, "emergency", seen)).status).toBe(200);
    const before = await read(caseId);
    expect(await record(caseId, "emergency", seen)).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        detail: expect.stringMatching(
          /^Meanwhile .+ has recorded the same, with the time Thu, 5 Nov 2026, 12:00$/,
        ),
      },
    });
    expect(await read(caseId)).toEqual(before);
    // Another kind is not the same.
    expect((await record(caseId, "rehoused", seen)).status).toBe(200);
  });

  it("may do so if the second one has seen the first, or does not say what was seen", async () => {
    const { caseId } = await open("2026-11-02T09:00:00.000Z");
    expect((await record(caseId, "emergency", [])).status).toBe(200);
    expect((await record(caseId, "emergency", await listIds(caseId))).status).toBe(200);
    expect((await record(caseId, "emergency")).status).toBe(200);
  });

  it("are not told of what was taken back, nor of a repeated request", async () => {
    const { caseId } = await open("2026-11-02T09:00:00.000Z");
    const eventId = randomUUID();
    const body = { eventId, kind: "emergency" as const, happenedOn: at };
    const once = { params: { caseId }, body: { ...body, expected: { eventIds: [] } } };
    expect((await server.request(recordDampEvent, once)).status).toBe(200);
    expect((await server.request(recordDampEvent, once)).status).toBe(200);
    expect((await record(caseId, "emergency", [])).status).toBe(409);
    await server.request(takeBackDampEvent, { params: { caseId, eventId } });
    expect((await record(caseId, "emergency", [])).status).toBe(200);
  });
});

describe("A case of damp and mould", () => {
  it("opens with a job of that kind, and its clock says by when the home is investigated", async () => {
    const { propertyId, jobId } = await open("2026-11-02T09:00:00.000Z");
    expect(await find(propertyId)).toMatchObject({
      address: "1 Example Street, LS1 1AA",
      awareOn: "2026-11-02T09:00:00.000Z",
      hazard: null,
      state: "running",
      nextDueOn: "2026-11-16T23:59:59.000Z",
      clocks: [{ name: "investigation", state: "running", stoppedOn: null }],
      job: { jobId, status: "New" },
    });
  });

  it("does not open with another job, until its form finds a hazard", async () => {
    const repair = await raise(randomUUID(), { jobCategoryId: 6, jobDetailTypeId: 61 });
    expect(await find(repair.propertyId)).toBeUndefined();
    await close(repair, "2026-11-05T10:00:00.000Z", "significant", "2026-11-05T11:00:00.000Z", 1);
    expect(await find(repair.propertyId)).toMatchObject({
      awareOn: "2026-11-05T11:00:00.000Z",
      hazard: "significant",
    });
    const second = await raise(randomUUID(), { jobCategoryId: 6, jobDetailTypeId: 61 });
    await close(second, "2026-11-05T10:00:00.000Z", "none", "2026-11-05T11:00:00.000Z", 1);
    expect(await find(second.propertyId)).toBeUndefined();
  });

  it("is investigated by the form of the engineer, which starts the further clocks", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "significant", "2026-11-05T11:00:00.000Z");
    expect(await find(job.propertyId)).toMatchObject({
      hazard: "significant",
      clocks: [
        { name: "investigation", state: "met", stoppedOn: "2026-11-05T11:00:00.000Z" },
        { name: "summary", dueOn: "2026-11-10T23:59:59.000Z", state: "running" },
        { name: "safety", dueOn: "2026-11-12T23:59:59.000Z", state: "running" },
        { name: "works", dueOn: "2026-11-12T23:59:59.000Z", state: "running" },
      ],
    });
    const { events, jobs, periods } = await read(job.caseId);
    expect(events).toMatchObject([
      { kind: "aware", jobId: null },
      { kind: "attended", jobId: job.jobId, happenedOn: "2026-11-05T10:00:00.000Z" },
      { kind: "reported", jobId: job.jobId, happenedOn: "2026-11-05T11:00:00.000Z" },
      { kind: "inspected", jobId: job.jobId, hazard: "significant", recordedBy: null },
    ]);
    expect(jobs).toMatchObject([{ jobId: job.jobId, status: "Closed", engineerName: "Dora" }]);
    expect(periods).toMatchObject({ investigation: 10, emergency: 24 });
  });

  it("has its works begun when somebody gains access for a further job at the home", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "significant", "2026-11-05T11:00:00.000Z");
    const wash = await raise(job.propertyId, { jobCategoryId: 7, jobDetailTypeId: 72 });
    await close(wash, "2026-11-11T09:30:00.000Z");
    const { case: found, jobs } = await read(job.caseId);
    expect(found.clocks.find(({ name }) => name === "works")).toMatchObject({
      stoppedOn: "2026-11-11T09:30:00.000Z",
      state: "met",
    });
    expect(jobs).toHaveLength(2);
  });

  it("has no works begun by access for a further inspection at the home", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "significant", "2026-11-05T11:00:00.000Z");
    await close(await raise(job.propertyId), "2026-11-11T09:30:00.000Z");
    const { clocks } = await caseOf(job.propertyId);
    expect(clocks.find(({ name }) => name === "works")?.stoppedOn).toBeNull();
  });

  it("starts a new round when damp is reported after the investigation", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "none");
    await post(job.caseId, "summary", "2026-11-06T10:00:00.000Z");
    await raise(job.propertyId);
    await post(job.caseId, "aware", "2026-11-09T09:00:00.000Z");
    expect(await caseOf(job.propertyId)).toMatchObject({
      caseId: job.caseId,
      awareOn: "2026-11-09T09:00:00.000Z",
      clocks: [{ name: "investigation", stoppedOn: null, dueOn: "2026-11-23T23:59:59.000Z" }],
    });
  });

  it("takes a moment of a phone whose clock is wrong as that of the arrival, once", async () => {
    for (const wrong of ["2999-01-01T10:00:00.000Z", "1970-01-01T00:00:10.000Z"]) {
      const job = await open("2026-11-02T09:00:00.000Z");
      await server.database.pool.query(
        `insert into job_form (job_id, custom_form_id, "row") values ($1, $2, $3)
         on conflict (job_id, custom_form_id) do update set "row" = excluded."row"`,
        [
          job.jobId,
          formIds.dampAndMould,
          aForm(job, formIds.dampAndMould, {
            usageRequirement: 3,
            completedForm: { ...aDampInspection({ hazard: "emergency" }) },
            completedOn: wrong,
          }),
        ],
      );
      const inspectedOn = async () =>
        (await read(job.caseId)).events.find(({ kind }) => kind === "inspected")?.happenedOn ?? "";
      const told = await inspectedOn();
      expect(Math.abs(Date.parse(told) - Date.now())).toBeLessThan(600_000);
      await server.database.pool.query(
        `update job_form set "row" = "row" || '{"note": "saved again"}' where job_id = $1`,
        [job.jobId],
      );
      expect(await inspectedOn()).toBe(told);
      expect(await list()).toMatchObject({ cases: expect.any(Array) });
    }
  });

  it("forgets an inspection whose form was reopened", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "significant");
    await server.database.pool.query(
      `update job_form set "row" = "row" || '{"completionStatus": "InProgress"}' where job_id = $1`,
      [job.jobId],
    );
    expect(await find(job.propertyId)).toMatchObject({ hazard: null });
  });
});

describe("The next job of a case", () => {
  const electrical = { jobCategoryId: 4, jobDetailTypeId: 41 };

  it("is one of its own; another open job at the home is named next to it", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    const other = await raise(job.propertyId, electrical);
    expect(await find(job.propertyId)).toMatchObject({
      job: { jobId: job.jobId },
      otherJob: { jobId: other.jobId },
    });
    await close(job, "2026-11-05T10:00:00.000Z", "significant");
    expect(await find(job.propertyId)).toMatchObject({
      job: null,
      otherJob: { jobId: other.jobId, status: "New" },
    });
    const wash = await raise(job.propertyId, { jobCategoryId: 7, jobDetailTypeId: 72 });
    expect(await find(job.propertyId)).toMatchObject({ job: { jobId: wash.jobId } });
  });

  it("is also one of another type that the office raised from the case, and access for it begins works", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "none");
    const fan = await raise(job.propertyId, electrical, job.caseId);
    const { caseId } = job;
    expect(await read(caseId)).toMatchObject({
      case: { job: { jobId: fan.jobId }, otherJob: null, awareOn: "2026-11-02T09:00:00.000Z" },
      jobs: expect.arrayContaining([expect.objectContaining({ jobId: fan.jobId })]),
    });
    const found = await open("2026-11-02T09:00:00.000Z");
    await close(found, "2026-11-05T10:00:00.000Z", "significant");
    const repair = await raise(found.propertyId, electrical, found.caseId);
    await close(repair, "2026-11-06T09:30:00.000Z");
    const { case: shown, events } = await read(found.caseId);
    expect(shown.clocks.find(({ name }) => name === "works")).toMatchObject({
      stoppedOn: "2026-11-06T09:30:00.000Z",
    });
    expect(events.map(({ kind }) => kind)).toContain("raised");
    const shownJob = await server.call(readJob, { params: { jobId: repair.jobId } });
    expect(shownJob).toMatchObject({ dampCaseId: found.caseId });
    const damp = await raise(
      found.propertyId,
      { jobCategoryId: 7, jobDetailTypeId: 72 },
      found.caseId,
    );
    await close(damp, "2026-11-07T09:30:00.000Z");
    expect((await read(found.caseId)).jobs).toHaveLength(3);
  });

  it("is raised from no case of another home, and from none that is closed", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    const refused = async (propertyId: string) => {
      const { property } = aDraft();
      return server.request(createJob, {
        body: aDraft({ dampCaseId: job.caseId, property: { ...property, propertyId } }),
      });
    };
    const answer = { status: 400, body: { issues: [{ path: "dampCaseId" }] } };
    expect(await refused(randomUUID())).toMatchObject(answer);
    await closeCase(job.caseId, "no-case");
    expect(await refused(job.propertyId)).toMatchObject(answer);
  });
});

describe("The board of today", () => {
  const onBoard = async (propertyId: string) => {
    const { dampCases, issues } = await server.call(readBoard, { query: {} });
    const found = dampCases.find((one) => one.propertyId === propertyId);
    return found && { ...found, issue: issues.find(({ caseId }) => caseId === found.caseId) };
  };

  it("has an emergency hazard without planned work, whatever else is planned at the home", async () => {
    const job = await open("2026-11-09T08:00:00.000Z");
    expect(await onBoard(job.propertyId)).toBeUndefined();
    await raise(job.propertyId, { jobCategoryId: 4, jobDetailTypeId: 41 });
    await close(job, "2026-11-09T09:00:00.000Z", "emergency");
    const dueOn = "2026-11-10T09:00:00.000Z";
    expect(await onBoard(job.propertyId)).toMatchObject({
      clock: "emergency",
      dueOn,
      address: "1 Example Street, LS1 1AA",
      job: null,
      issue: { kind: "emergency-hazard", jobId: null, since: dueOn },
    });
    const works = await raise(job.propertyId, { jobCategoryId: 7, jobDetailTypeId: 72 });
    const plan = (time: string) =>
      server.database.pool.query("update job set appointment_date_time = $2 where job_id = $1", [
        works.jobId,
        time,
      ]);
    await plan("2026-11-11T09:00:00.000Z");
    expect(await onBoard(job.propertyId)).toMatchObject({ job: { jobId: works.jobId } });
    await plan("2026-11-09T16:00:00.000Z");
    expect(await onBoard(job.propertyId)).toBeUndefined();
    const tomorrow = await server.call(readBoard, { query: { day: "2026-11-10" } });
    expect(tomorrow.dampCases).toEqual([]);
  });

  it("has a case whose only visit is on hold, or was begun on an earlier day and forgotten", async () => {
    const job = await open("2026-10-12T09:00:00.000Z");
    const begin = (onSiteOn: string, hold: object | null) =>
      server.database.pool.query(
        `update job set status = 'OnSite', appointment_date_time = '2026-11-06T09:00:00Z', hold = $3,
            status_timestamps = jsonb_build_object('OnSite', $2::text) where job_id = $1`,
        [job.jobId, onSiteOn, hold && JSON.stringify(hold)],
      );
    await begin("2026-11-09T09:00:00.000Z", null);
    expect(await onBoard(job.propertyId)).toBeUndefined();
    await begin("2026-11-09T09:00:00.000Z", {
      holdReasonId: 1,
      holdDescription: null,
      timestamp: "2026-11-09T10:00:00.000Z",
    });
    expect(await onBoard(job.propertyId)).toMatchObject({ clock: "investigation" });
    await begin("2026-11-06T09:00:00.000Z", null);
    expect(await onBoard(job.propertyId)).toMatchObject({ job: { jobId: job.jobId } });
  });

  it("names for works the next job that is no inspection, if there is one", async () => {
    const job = await open("2026-10-12T09:00:00.000Z");
    await close(job, "2026-10-15T10:00:00.000Z", "significant");
    for (const kind of ["summary", "safe"] as const)
      await post(job.caseId, kind, "2026-10-16T10:00:00.000Z");
    const further = await raise(job.propertyId);
    expect(await onBoard(job.propertyId)).toMatchObject({
      clock: "works",
      job: { jobId: further.jobId, detailTypeName: "Inspection" },
    });
    const works = await raise(job.propertyId, { jobCategoryId: 7, jobDetailTypeId: 72 });
    await server.database.pool.query(
      "update job set appointment_date_time = '2026-11-08T09:00:00Z' where property_id = $1",
      [job.propertyId],
    );
    expect(await onBoard(job.propertyId)).toMatchObject({ job: { jobId: works.jobId } });
  });

  it("has a clock that has run out, until its work is planned or the office records what was done", async () => {
    const late = await open("2026-10-12T09:00:00.000Z");
    await server.database.pool.query(
      "update job set appointment_date_time = $2, field_operative_appointment_id = null where job_id = $1",
      [late.jobId, "2026-11-12T09:00:00.000Z"],
    );
    expect(await onBoard(late.propertyId)).toMatchObject({
      clock: "investigation",
      job: { jobId: late.jobId, fieldOperativeId: null },
      issue: { kind: "damp-overdue", since: "2026-10-26T23:59:59.000Z" },
    });
    const inspected = await open("2026-10-12T09:00:00.000Z");
    await close(inspected, "2026-10-15T10:00:00.000Z", "none");
    expect(await onBoard(inspected.propertyId)).toMatchObject({ clock: "summary", job: null });
    await post(inspected.caseId, "summary", "2026-10-16T10:00:00.000Z");
    expect(await onBoard(inspected.propertyId)).toBeUndefined();
  });
});

describe("A first report before the start of the clock", () => {
  it("asks the office which one counts, until it says so", async () => {
    for (const [chosen, counts] of [
      ["2026-10-20T00:00:00.000Z", "2026-10-20T00:00:00.000Z"],
      ["2026-11-02T09:00:00.000Z", "2026-11-02T09:00:00.000Z"],
    ] as const) {
      const job = await open("2026-11-02T09:00:00.000Z");
      const inspected = "2026-11-05T10:00:00.000Z";
      const answers = { reportedOn: "2026-10-20" };
      await close(job, inspected, "significant", inspected, 3, answers);
      expect(await find(job.propertyId)).toMatchObject({
        awareOn: "2026-11-02T09:00:00.000Z",
        earlierReport: { jobId: job.jobId, reportedOn: "2026-10-20" },
      });
      const eventId = randomUUID();
      expect(await post(job.caseId, "aware", chosen, eventId)).toMatchObject({ status: 200 });
      expect(await find(job.propertyId)).toMatchObject({ awareOn: counts, earlierReport: null });
      await server.call(takeBackDampEvent, { params: { caseId: job.caseId, eventId } });
      expect(await find(job.propertyId)).toMatchObject({
        earlierReport: { reportedOn: "2026-10-20" },
      });
    }
  });

  it("is asked of no day that is later, or none at all", async () => {
    for (const reportedOn of ["2026-11-04", "2026-02-31", "2026-13-45", "0001-01-01", "soon"]) {
      const job = await open("2026-11-02T09:00:00.000Z");
      const inspected = "2026-11-05T10:00:00.000Z";
      await close(job, inspected, "none", inspected, 3, { reportedOn });
      expect({ reportedOn, ...(await caseOf(job.propertyId)) }).toMatchObject({
        reportedOn,
        earlierReport: null,
      });
    }
  });
});

describe("What the office records in a case", () => {
  it("is refused before the inspection that it answers, and says if it changes no clock otherwise", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    const isIdle = async (eventId: string) =>
      (await read(job.caseId)).events.find((event) => event.eventId === eventId)?.isIdle;
    const early = randomUUID();
    expect(await post(job.caseId, "summary", "2026-11-05T12:00:00.000Z", early)).toMatchObject({
      status: 200,
    });
    expect(await isIdle(early)).toBe(true);
    await close(job, "2026-11-05T10:00:00.000Z", "significant");
    expect(await isIdle(early)).toBe(false);
    for (const kind of ["safe", "works", "no-works", "works-planned"] as const)
      expect(await post(job.caseId, kind, "2026-10-05T10:00:00.000Z")).toMatchObject({
        status: 400,
        body: {
          issues: [
            {
              path: "happenedOn",
              message: expect.stringMatching(
                /before the inspection of \w{3}, \d{1,2} \w{3} \d{4}, \d\d:\d\d, so it changes no clock$/,
              ),
            },
          ],
        },
      });
    expect(await post(job.caseId, "rehoused", "2026-10-05T10:00:00.000Z")).toMatchObject({
      status: 200,
    });
    const second = randomUUID();
    await post(job.caseId, "summary", "2026-11-06T12:00:00.000Z", second);
    expect(await isIdle(second)).toBe(true);
  });

  it("stops its clock, says who recorded it, and counts once", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "none");
    const eventId = randomUUID();
    for (let time = 0; time < 2; time++)
      expect(await post(job.caseId, "summary", "2026-11-06T10:00:00.000Z", eventId)).toMatchObject({
        status: 200,
        body: { mayClose: true, case: { state: "stopped", nextDueOn: null } },
      });
    const { events } = await read(job.caseId);
    expect(events.filter(({ kind }) => kind === "summary")).toMatchObject([
      { recordedBy: expect.stringMatching(/\w/), jobId: null },
    ]);
    expect(await post(job.caseId, "safe", "2026-11-06T10:00:00.000Z", eventId)).toMatchObject({
      status: 409,
    });
  });

  it("is taken back and stays visible; what a job tells is not", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "none");
    const eventId = randomUUID();
    await post(job.caseId, "summary", "2026-11-06T10:00:00.000Z", eventId);
    const takeBack = (id: string) =>
      server.request(takeBackDampEvent, { params: { caseId: job.caseId, eventId: id } });
    for (let time = 0; time < 2; time++)
      expect(await takeBack(eventId)).toMatchObject({
        status: 200,
        body: { mayClose: false, case: { state: "soon" } },
      });
    const { events } = await read(job.caseId);
    expect(events.find((event) => event.eventId === eventId)?.takenBackOn).not.toBeNull();
    const inspected = events.find(({ kind }) => kind === "inspected");
    expect(await takeBack(inspected?.eventId ?? "")).toMatchObject({ status: 409 });
    expect(await takeBack(randomUUID())).toMatchObject({ status: 404 });
  });

  it("is refused before the day on which the landlord became aware, until that day is put right", async () => {
    const { caseId } = await open("2026-11-02T09:00:00.000Z");
    for (const kind of ["summary", "safe", "works", "no-works", "works-planned"] as const)
      expect(await post(caseId, kind, "2026-11-01T10:00:00.000Z")).toMatchObject({
        status: 400,
        body: {
          issues: [
            {
              path: "happenedOn",
              message: expect.stringMatching(
                /before \w{3}, \d{1,2} \w{3} \d{4}, \d\d:\d\d, when you became aware/,
              ),
            },
          ],
        },
      });
    expect(await post(caseId, "aware", "2026-10-30T09:00:00.000Z")).toMatchObject({ status: 200 });
    expect(await post(caseId, "summary", "2026-11-01T10:00:00.000Z")).toMatchObject({
      status: 200,
    });
  });

  it("is refused for the future, before 2000, and for a case that does not exist", async () => {
    const { caseId } = await open("2026-11-02T09:00:00.000Z");
    for (const wrong of [
      "2026-11-09T13:00:00.000Z",
      "1999-12-31T23:59:59.999Z",
      "0025-11-01T09:00:00.000Z",
    ])
      expect(await post(caseId, "aware", wrong)).toMatchObject({
        status: 400,
        body: { issues: [{ path: "happenedOn" }] },
      });
    expect((await list()).cases.length).toBeGreaterThan(0);
    expect(await post(randomUUID(), "summary", "2026-11-06T10:00:00.000Z")).toMatchObject({
      status: 404,
    });
    expect(await server.request(readDampCase, { params: { caseId: randomUUID() } })).toMatchObject({
      status: 404,
    });
  });

  it("is not for engineers", async () => {
    expect(await server.request(listDampCases, { token: engineer.token })).toMatchObject({
      status: 403,
    });
  });
});

describe("Closing a case", () => {
  it("waits for its clocks, and is listed afterwards as it stood", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    expect(await closeCase(job.caseId, "done")).toMatchObject({ status: 409 });
    await close(job, "2026-11-05T10:00:00.000Z", "none");
    expect(await closeCase(job.caseId, "done")).toMatchObject({ status: 409 });
    await post(job.caseId, "summary", "2026-11-06T10:00:00.000Z");
    for (let time = 0; time < 2; time++)
      expect(await closeCase(job.caseId, "done")).toMatchObject({
        status: 200,
        body: { case: { closedReason: "done", closedOn: now.toISOString() }, mayClose: false },
      });
    expect(await closeCase(job.caseId, "no-case")).toMatchObject({ status: 409 });
    expect(await find(job.propertyId)).toBeUndefined();
    expect(await find(job.propertyId, { state: "closed" })).toMatchObject({ state: "stopped" });
    expect(await post(job.caseId, "safe", "2026-11-06T10:00:00.000Z")).toMatchObject({
      status: 409,
    });
  });

  it.each([
    ["emergency", "overdue"],
    ["significant", "soon"],
  ])(
    "swallows no form that finds a hazard, %s, afterwards: the case runs again",
    async (hazard, state) => {
      const job = await open("2026-11-02T09:00:00.000Z");
      await closeCase(job.caseId, "no-case");
      await close(job, "2026-11-05T10:00:00.000Z", hazard);
      expect(await caseOf(job.propertyId)).toMatchObject({
        caseId: job.caseId,
        hazard,
        closedOn: null,
        closedReason: null,
        state,
      });
      const { events } = await read(job.caseId);
      expect(events.filter(({ kind }) => kind === "closed")).toMatchObject([
        { happenedOn: now.toISOString(), recordedBy: expect.stringMatching(/\w/) },
      ]);
      expect(events.filter(({ kind }) => kind === "reopened")).toMatchObject([
        { jobId: job.jobId },
      ]);
      const { rows } = await server.database.pool.query(
        "select actor_id, before, after from audit_entry where object_id = $1 and action = 'damp-case-reopened'",
        [job.caseId],
      );
      expect(rows).toEqual([
        {
          actor_id: null,
          before: { closedOn: now.toISOString(), reason: "no-case" },
          after: { jobId: job.jobId },
        },
      ]);
    },
  );

  it("swallows no hazard that a job finds that was only raised from it: it begins no second case", async () => {
    const electrical = { jobCategoryId: 4, jobDetailTypeId: 41 };
    const job = await open("2026-11-02T09:00:00.000Z");
    const fan = await raise(job.propertyId, electrical, job.caseId);
    const other = await raise(job.propertyId, electrical, job.caseId);
    await closeCase(job.caseId, "no-case");
    const [gained, completed] = ["2026-11-06T10:00:00.000Z", "2026-11-06T11:00:00.000Z"] as const;
    await close(fan, gained, "significant", completed, 1);
    expect(await caseOf(job.propertyId)).toMatchObject({
      caseId: job.caseId,
      hazard: "significant",
      closedOn: null,
    });
    const kindsOf = async (caseId: string, jobId: string) =>
      (await read(caseId)).events
        .filter((event) => event.jobId === jobId)
        .map(({ kind }) => kind)
        .toSorted();
    expect(await kindsOf(job.caseId, fan.jobId)).toEqual([
      "attended",
      "inspected",
      "raised",
      "reopened",
      "reported",
    ]);
    await server.database.pool.query(
      "update damp_case set closed_on = now(), closed_reason = 'done' where case_id = $1",
      [job.caseId],
    );
    await raise(job.propertyId);
    const { caseId } = await caseOf(job.propertyId);
    expect(caseId).not.toBe(job.caseId);
    await close(other, gained, "emergency", completed, 1);
    expect(await caseOf(job.propertyId)).toMatchObject({ caseId, hazard: "emergency" });
    expect(await kindsOf(caseId, other.jobId)).toEqual([
      "attended",
      "inspected",
      "raised",
      "reported",
    ]);
    expect((await read(job.caseId)).case.closedReason).toBe("done");
  });

  it("stays, when what was known is only told again or no hazard is found", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await close(job, "2026-11-05T10:00:00.000Z", "significant");
    await finish(job.caseId, "2026-11-06T10:00:00.000Z");
    await server.database.pool.query(
      `update job_form set "row" = "row" || '{"note": "saved again"}' where job_id = $1`,
      [job.jobId],
    );
    expect(await find(job.propertyId)).toBeUndefined();
    const other = await open("2026-11-02T09:00:00.000Z");
    await closeCase(other.caseId, "no-case");
    await close(other, "2026-11-05T10:00:00.000Z", "none");
    expect(await find(other.propertyId)).toBeUndefined();
  });

  it("gives a hazard that is found afterwards to the case that was opened since at the home", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await closeCase(job.caseId, "no-case");
    await raise(job.propertyId);
    const { caseId } = await caseOf(job.propertyId);
    await close(job, "2026-11-05T10:00:00.000Z", "emergency");
    expect(await caseOf(job.propertyId)).toMatchObject({ caseId, hazard: "emergency" });
    expect((await read(caseId)).jobs).toHaveLength(2);
    expect((await read(job.caseId)).case.closedReason).toBe("no-case");
  });

  it.each(["significant", "emergency"])(
    "because there was no damp is refused after an inspection found a hazard, %s, and not after one that found none",
    async (hazard) => {
      const job = await open("2026-11-02T09:00:00.000Z");
      expect(await read(job.caseId)).toMatchObject({ mayBeNoCase: true, closedBy: null });
      await close(job, "2026-11-05T10:00:00.000Z", hazard);
      expect(await read(job.caseId)).toMatchObject({ mayBeNoCase: false });
      expect(await closeCase(job.caseId, "no-case")).toMatchObject({
        status: 409,
        body: { detail: "The last inspection found a hazard" },
      });
      await close(await raise(job.propertyId), "2026-11-07T10:00:00.000Z", "none");
      expect(await closeCase(job.caseId, "no-case")).toMatchObject({
        status: 200,
        body: { closedBy: expect.stringMatching(/\w/), mayBeNoCase: false },
      });
    },
  );

  it("by mistake is put right: the case is opened again as it was, and both stay visible", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    const before = await read(job.caseId);
    await closeCase(job.caseId, "no-case");
    for (let time = 0; time < 2; time++)
      expect(await reopen(job.caseId)).toMatchObject({ status: 200, body: { case: before.case } });
    const { events } = await read(job.caseId);
    const recordedBy = expect.stringMatching(/\w/);
    const kinds = ["closed", "reopened"];
    expect(events.filter(({ kind }) => kinds.includes(kind))).toMatchObject([
      { kind: "closed", recordedBy, jobId: null },
      { kind: "reopened", recordedBy, jobId: null },
    ]);
  });

  it("is not undone beside another open case of the home", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    await closeCase(job.caseId, "no-case");
    await raise(job.propertyId);
    expect(await reopen(job.caseId)).toMatchObject({ status: 409 });
    expect(await reopen(randomUUID())).toMatchObject({ status: 404 });
  });

  it("is undone for one of two cases of the home that are opened again at once", async () => {
    const first = await open("2026-11-02T09:00:00.000Z");
    await closeCase(first.caseId, "no-case");
    await raise(first.propertyId);
    const { caseId: secondId } = await caseOf(first.propertyId);
    await closeCase(secondId, "no-case");
    const { pool } = server.database;
    const client = await pool.connect();
    try {
      await client.query("begin");
      // Both find no open case before one of them writes.
      await client.query("lock table damp_case in share mode");
      const reopening = [first.caseId, secondId].map((caseId) => reopen(caseId));
      const waiting = `select from pg_locks l
        join pg_database d on d.oid = l.database and d.datname = current_database()
        where not l.granted and l.relation = 'damp_case'::regclass`;
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
      await client.query("commit");
      const answers = await Promise.all(reopening);
      const reopened = answers.find(({ status }) => status === 200);
      expect(reopened).toBeDefined();
      expect(answers.find((answer) => answer !== reopened)).toMatchObject({
        status: 409,
        body: { detail: "Another case is open at this home: go on there" },
      });
    } finally {
      await client.query("rollback");
      client.release();
    }
    const reopened = await caseOf(first.propertyId);
    const closedId = reopened.caseId === secondId ? first.caseId : secondId;
    expect((await read(closedId)).events.map(({ kind }) => kind)).not.toContain("reopened");
  });

  it("leaves room for a new case at the home", async () => {
    const job = await open("2026-11-02T09:00:00.000Z");
    expect(await closeCase(job.caseId, "no-case")).toMatchObject({ status: 200 });
    await raise(job.propertyId);
    expect((await caseOf(job.propertyId)).caseId).not.toBe(job.caseId);
  });
});

describe("The list of cases", () => {
  it("has first what runs out first, by state and by clock, and counts the states", async () => {
    const late = await open("2026-10-12T09:00:00.000Z");
    const soon = await open("2026-10-27T09:00:00.000Z");
    const { cases, counts } = await list();
    const dueOn = cases.map(({ nextDueOn }) => nextDueOn ?? "9");
    expect(dueOn).toEqual(dueOn.toSorted());
    expect(await find(late.propertyId, { state: "overdue" })).toMatchObject({
      nextDueOn: "2026-10-26T23:59:59.000Z",
    });
    expect(await find(soon.propertyId, { state: "soon" })).toBeDefined();
    expect(await find(soon.propertyId, { state: "overdue" })).toBeUndefined();
    expect(await find(late.propertyId, { clock: "investigation" })).toBeDefined();
    expect(await find(late.propertyId, { clock: "summary" })).toBeUndefined();
    for (const state of ["overdue", "soon", "running", "stopped"] as const)
      expect((await list({ state })).cases).toHaveLength(counts[state]);
  });

  it("has an emergency before everything else of its day", async () => {
    const { propertyId, caseId } = await open("2026-11-09T08:00:00.000Z");
    await post(caseId, "emergency", "2026-11-09T08:00:00.000Z");
    expect(await find(propertyId, { clock: "emergency" })).toMatchObject({
      nextDueOn: "2026-11-10T08:00:00.000Z",
      state: "soon",
    });
  });

  it("is read page by page without a gap, and a position that is none is refused", async () => {
    for (const state of [undefined, "closed"]) {
      const query: Record<string, string> = state === undefined ? {} : { state };
      const all = (await list(query)).cases.map(({ caseId }) => caseId);
      const pages: string[] = [];
      for (let after: string | null = null; ;) {
        const page: CallAnswer<typeof listDampCases> = await server.call(listDampCases, {
          query: { ...query, limit: "1", ...(after !== null && { after }) },
        });
        pages.push(...page.cases.map(({ caseId }) => caseId));
        if (page.next === null) break;
        after = page.next;
      }
      expect(all.length).toBeGreaterThan(1);
      expect(pages).toEqual(all);
    }
    for (const after of ["x", "2026-13-45T00:00:00.000Z/1", "//"])
      expect(await server.request(listDampCases, { query: { after } })).toMatchObject({
        status: 400,
      });
    expect(
      await server.request(listDampCases, {
        query: { state: "closed", after: `/${randomUUID()}` },
      }),
    ).toMatchObject({ status: 400 });
  });
});
