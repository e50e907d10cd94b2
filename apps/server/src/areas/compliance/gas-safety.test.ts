import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallAnswer } from "@fieldfare/contract";
import { createJob, listGasSafetyHomes, readGasSafetyWeeks } from "@fieldfare/contract/office";
import { burnsGas, formIds } from "@fieldfare/domain";
import { aClose, aForm, anAppliance, aNoAccess } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

/** A Monday. */
const now = new Date("2026-11-23T12:00:00.000Z");

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ withForms: true, config: { now: () => now } });
  engineer = await server.addEngineer("Gus");
});
afterAll(() => server.stop());

/** Raises a job at a home, a new one if none is given. */
async function raise(
  propertyId: string = randomUUID(),
  appliances: readonly { readonly fuelType: number | null }[] = [],
) {
  const { fieldOperativeId } = engineer;
  const { property } = aDraft();
  const { jobId, fieldOperativeAppointmentId } = await server.call(createJob, {
    body: aDraft({
      fieldOperativeId,
      property: {
        ...property,
        propertyId,
        assets: appliances.map((one) => ({ ...anAppliance(propertyId), ...one })),
      },
    }),
  });
  return { propertyId, jobId, fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "" };
}

/** Closes a job at the home with a gas safety record. */
async function check(propertyId: string, answers: Record<string, unknown>, completedOn?: string) {
  const job = await raise(propertyId);
  const record = aForm(job, formIds.gasSafetyRecord, {
    completedForm: answers,
    ...(completedOn !== undefined && { completedOn }),
  });
  const sent = await server.send(
    engineer,
    "JobClose",
    aClose(job, { job: { customForms: [record] } }),
  );
  expect(sent.status).toBe(200);
  return job;
}

async function list(group?: string, more: Record<string, string> = {}) {
  const query = { ...(group !== undefined && { group }), limit: "999", ...more };
  return server.call(listGasSafetyHomes, { query });
}

const find = (homes: CallAnswer<typeof listGasSafetyHomes>, propertyId: string) =>
  homes.find((home) => home.propertyId === propertyId);

describe("A home is listed by the day on which its gas safety record runs out", () => {
  it("as its last record says, also when an earlier record arrives later", async () => {
    const { propertyId } = await raise();
    const last = await check(propertyId, {
      inspectionDate: "2025-11-28",
      nextInspectionDue: "2026-12-01",
    });
    await check(propertyId, { inspectionDate: "2024-11-20", nextInspectionDue: "2025-12-01" });
    expect(find(await list("2026-11-30"), propertyId)).toMatchObject({
      address: "1 Example Street, LS1 1AA",
      record: { jobId: last.jobId, checkedOn: "2025-11-28", dueOn: "2026-12-01" },
      // The open job at the home is for something else.
      job: null,
    });
    expect(find(await list("2026-11-23"), propertyId)).toBeUndefined();
    expect(find(await list(), propertyId)).toBeUndefined();
  });

  it("12 months after the check, if the record says no day or one that no rule gives", async () => {
    for (const nextInspectionDue of [undefined, "soon", "2026-02-31"]) {
      const { propertyId } = await raise();
      await check(propertyId, { inspectionDate: "2025-11-25", nextInspectionDue });
      expect(find(await list("2026-11-23"), propertyId)?.record?.dueOn).toBe("2026-11-25");
    }
    const { propertyId } = await raise();
    await check(propertyId, { inspectionDate: "2025-10-05", nextInspectionDue: "2099-01-01" });
    expect(find(await list("2026-11-30"), propertyId)?.record?.dueOn).toBe("2026-12-05");
  });

  it("with the day on which the record was completed, if the day of the check is after it or is none", async () => {
    for (const inspectionDate of ["2062-01-01", "tomorrow", undefined]) {
      const { propertyId } = await raise();
      await check(propertyId, { inspectionDate }, "2025-06-30T23:30:00.000Z");
      expect(find(await list(), propertyId)?.record).toMatchObject({
        checkedOn: "2025-07-01",
        dueOn: "2026-07-01",
      });
    }
  });

  it("as overdue from the day after", async () => {
    const { propertyId } = await raise();
    await check(propertyId, { inspectionDate: "2025-11-22" });
    const today = await raise();
    await check(today.propertyId, { inspectionDate: "2025-11-23" });
    expect(find(await list("overdue"), propertyId)).toBeDefined();
    expect(find(await list("overdue"), today.propertyId)).toBeUndefined();
    expect(find(await list("2026-11-23"), today.propertyId)).toBeDefined();
  });

  it("and not by a record that was not completed", async () => {
    const job = await raise();
    const record = aForm(job, formIds.gasSafetyRecord, {
      completionStatus: "InProgress",
      completedForm: { inspectionDate: "2025-01-01" },
      completedOn: null,
    });
    await server.send(engineer, "JobClose", aClose(job, { job: { customForms: [record] } }));
    expect(find(await list("overdue"), job.propertyId)).toBeUndefined();
  });
});

describe("A home without a record is missing one", () => {
  it.each([
    ["natural gas", { fuelType: 1 }, true],
    ["LPG", { fuelType: 2 }, true],
    ["oil", { fuelType: 3 }, false],
    ["no fuel that is known", { fuelType: null }, false],
  ])("if it has an appliance for %s: %o", async (_name, appliance, isMissing) => {
    const { propertyId } = await raise(undefined, [appliance]);
    expect(find(await list("missing"), propertyId) !== undefined).toBe(isMissing);
    // The trigger has the rule of the domain.
    expect(burnsGas(appliance)).toBe(isMissing);
  });

  it("until its appliance is scrapped", async () => {
    const { propertyId } = await raise(undefined, [{ fuelType: 1 }]);
    expect(find(await list("missing"), propertyId)).toBeDefined();
    await server.database.pool.query(
      `update property_asset set row = row || '{"scrapped": true}' where property_id = $1`,
      [propertyId],
    );
    expect(find(await list("missing"), propertyId)).toBeUndefined();
  });

  it("until it has one", async () => {
    const { propertyId } = await raise(undefined, [{ fuelType: 1 }]);
    await check(propertyId, { inspectionDate: "2026-11-20" });
    expect(find(await list("missing"), propertyId)).toBeUndefined();
    expect(find(await list("later"), propertyId)).toMatchObject({ hasGasAppliance: true });
  });
});

describe("What is done about it", () => {
  it("is the first open job with the form of the record", async () => {
    const { propertyId } = await raise();
    await check(propertyId, { inspectionDate: "2025-01-10" });
    expect(find(await list(), propertyId)?.job).toBeNull();
    const jobDetailTypeId = (await server.call(readGasSafetyWeeks)).jobDetailTypeId ?? 0;
    const raised = await server.call(createJob, {
      body: aDraft({
        fieldOperativeId: null,
        jobCategoryId: 1,
        jobDetailTypeId,
        appointmentDateTime: "2026-11-25T09:00:00.000Z",
        property: { ...aDraft().property, propertyId },
      }),
    });
    expect(find(await list(), propertyId)?.job).toMatchObject({
      jobId: raised.jobId,
      appointmentDateTime: "2026-11-25T09:00:00.000Z",
      fieldOperativeId: null,
    });
    const later = await server.call(createJob, {
      body: aDraft({
        fieldOperativeId: null,
        jobCategoryId: 1,
        jobDetailTypeId,
        appointmentDateTime: "2026-11-26T09:00:00.000Z",
        property: { ...aDraft().property, propertyId },
      }),
    });
    expect(find(await list(), propertyId)).toMatchObject({
      job: { jobId: raised.jobId },
      moreJobs: [{ jobId: later.jobId, appointmentDateTime: "2026-11-26T09:00:00.000Z" }],
    });
    expect(find(await list("overdue", { raised: "yes" }), propertyId)).toBeDefined();
    expect(find(await list("overdue", { raised: "no" }), propertyId)).toBeUndefined();
  });

  it("counts the attempts in a row since access was last gained", async () => {
    const { propertyId } = await raise();
    const attempt = async (closedOn: string) => {
      const job = await raise(propertyId);
      await server.send(engineer, "JobNoAccess", aNoAccess(job, { changeTimestamp: closedOn }));
    };
    await attempt("2026-10-01T10:00:00.000Z");
    await check(propertyId, { inspectionDate: "2025-01-10" });
    await attempt("2026-11-22T10:00:00.000Z");
    await attempt("2026-11-23T10:00:00.000Z");
    expect(find(await list(), propertyId)?.attempts).toBe(2);
  });
});

describe("The weeks", () => {
  it("count the homes that the lists have, and those for which a job is raised", async () => {
    const counts = await server.call(readGasSafetyWeeks);
    expect(counts).toMatchObject({ today: "2026-11-23", jobDetailTypeId: 11 });
    expect(counts.weeks).toHaveLength(13);
    const groups = [
      ["missing", counts.missing] as const,
      ["overdue", counts.overdue] as const,
      ...counts.weeks.map((week) => [week.monday, week] as const),
    ];
    for (const [group, { homes, withJob }] of groups) {
      const listed = await list(group);
      expect({ group, homes, withJob }).toEqual({
        group,
        homes: listed.length,
        withJob: listed.filter(({ job }) => job !== null).length,
      });
    }
    expect(counts.later.homes).toBe((await list("later")).length);
    expect(counts.overdue.homes).toBeGreaterThan(3);
  });

  it("are read page by page without a gap", async () => {
    for (const group of ["overdue", "missing"]) {
      const all = await list(group);
      const pages: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await list(group, { limit: "2", ...(after !== undefined && { after }) });
        pages.push(...page.map(({ propertyId }) => propertyId));
        if (page.length < 2) break;
        after = page.at(-1)?.propertyId;
      }
      expect(pages).toEqual(all.map(({ propertyId }) => propertyId));
    }
    const unknown = await server.request(listGasSafetyHomes, { query: { after: randomUUID() } });
    expect(unknown).toMatchObject({ status: 400 });
  });
});
