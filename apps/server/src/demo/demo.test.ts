import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataSets, fieldNames, messagePayloads, serverJob, z } from "@fieldfare/contract";
import {
  isPermitted,
  noticesToConfirm,
  area,
  action,
  syncedTypes,
  londonDay,
} from "@fieldfare/domain";
import { type Database, migrateDatabase, openDatabase } from "../database/database.ts";
import { readRows } from "../database/data-sets.ts";
import { listGasSafetyHomes, readGasSafetyWeeks } from "../areas/compliance/gas-safety.ts";
import { readServerJobs } from "../areas/jobs/read-server-jobs.ts";
import { readSetting } from "../database/settings.ts";
import { verifyCredential } from "../database/secrets.ts";
import { createTestDatabase, type TestDatabase } from "../database/testing.ts";
import { listDocuments } from "../documents/documents.ts";
import { inspectImage } from "../messages/inspect-image.ts";
import { openObjects, type ObjectStore } from "../objects/objects.ts";
import { buildCertifiedHomes, buildEarlierVisits } from "./certified-homes.ts";
import { buildDayJobs } from "./day.ts";
import { loadDemo } from "./demo.ts";
import { generateLarge } from "./large.ts";
import { londonMoment } from "./london.ts";
import { demoBusiness, demoPassword, engineers } from "./people.ts";
import { referenceData } from "./reference-data.ts";

const [sam, alex] = engineers;
const day = "2026-11-21";
const midday = new Date("2026-11-21T12:00:00.000Z");

describe("Reference data of the demo", () => {
  const data = referenceData();

  it.each(syncedTypes)("%s fits the contract, and every row has its own id", (type) => {
    const { row, key } = dataSets[type];
    const rows = data[type] as unknown as Record<string, unknown>[];
    expect(z.safeParse(z.array(row as z.ZodMiniType), rows).error?.issues ?? []).toEqual([]);
    expect(new Set(rows.map((entry) => entry[key])).size).toBe(rows.length);
  });

  it("are the same every time", () => {
    expect(referenceData()).toEqual(data);
  });

  it("have about 2,000 codes in the shape of a licensed schedule, and 3,000 parts", () => {
    expect(data.Sor.length).toBeGreaterThan(1900);
    expect(data.Sor.length).toBeLessThan(2200);
    expect(data.Sor.map(({ code }) => code)).toContain("GA635001");
    expect(new Set(data.Sor.map(({ code }) => code)).size).toBe(data.Sor.length);
    expect(data.Part).toHaveLength(3000);
    expect(data.Contacts).toHaveLength(300);
  });

  it("have a list for every field name, with unique values", () => {
    for (const fieldName of fieldNames) {
      const list = data.DomainData.filter((row) => row.fieldName === fieldName);
      expect(list.length).toBeGreaterThan(1);
      expect(new Set(list.map(({ value }) => value)).size).toBe(list.length);
    }
  });

  it("require a text where the reference data say so", () => {
    const choicesWithText = data.DomainData.filter((row) => row.requiresAdditionalText);
    expect(choicesWithText.map(({ fieldName, text }) => `${fieldName}: ${text}`)).toEqual([
      "HoldReason: Awaiting part",
      "HoldReason: Other",
    ]);
    const external = data.RootCauses.find(({ description }) => description === "External");
    expect(
      external?.child.find(({ requiresAdditionalText }) => requiresAdditionalText),
    ).toMatchObject({ description: "Other" });
  });

  it("have the fixed ids of the simple appliances", () => {
    const types = data.DomainData.filter(({ fieldName }) => fieldName === "Type");
    const named = Object.fromEntries(types.map(({ value, text }) => [value, text]));
    expect(named).toMatchObject({ 2: "CO alarm", 14: "Heat alarm", 16: "Smoke alarm" });
  });

  it("use telephone numbers that are reserved for drama", () => {
    for (const { mobilePhone } of data.Contacts) expect(mobilePhone).toMatch(/^07700900\d{3}$/);
  });

  it("have gas council numbers of seven digits, on boilers only", () => {
    for (const { gasCouncilNumber, type } of data.ManufacturerModel) {
      expect(/^\d{7}$/.test(gasCouncilNumber ?? "")).toBe([1, 3, 4, 5].includes(type));
    }
  });
});

describe("A day of the demo", () => {
  const jobs = buildDayJobs(day);
  const ofSam = jobs.filter((entry) => entry.fieldOperativeId === sam.fieldOperativeId);

  it("fits the contract and is the same every time", () => {
    for (const { job } of jobs) {
      expect(z.safeParse(serverJob, job).error?.issues ?? []).toEqual([]);
    }
    expect(buildDayJobs(day)).toEqual(jobs);
  });

  it("gives Sam at least eight jobs over five categories, in working hours", () => {
    expect(ofSam.length).toBeGreaterThanOrEqual(8);
    const categories = new Set(ofSam.map(({ job }) => job.description.categoryName));
    expect([...categories].toSorted()).toEqual([
      "Alarms",
      "Gas repair",
      "Gas servicing",
      "Responsive",
      "Void",
    ]);
    for (const { job } of jobs) {
      const at = Date.parse(job.appointmentDateTime);
      expect(at).toBeGreaterThanOrEqual(londonMoment(day, "08:00").getTime());
      expect(at).toBeLessThanOrEqual(londonMoment(day, "17:00").getTime());
    }
  });

  it("has alerts to acknowledge and ordered parts to collect", () => {
    const notices = ofSam.flatMap(({ job }) =>
      noticesToConfirm({ ...job, notifications: job.property.notifications }),
    );
    expect(notices.filter(({ kind }) => kind === "Warning").length).toBeGreaterThanOrEqual(2);
    expect(notices.filter(({ kind }) => kind === "PartsRequired")).toHaveLength(1);
  });

  it("requires no form, so that every job can be closed", () => {
    expect(jobs.flatMap(({ job }) => job.customForms)).toEqual([]);
  });

  it("has other jobs the next day, at other properties", () => {
    const next = buildDayJobs("2026-11-22");
    const ids = new Set(jobs.map(({ job }) => job.jobId));
    const numbers = new Set(jobs.map(({ job }) => job.formattedJobId));
    const doors = new Set(jobs.map(({ job }) => job.property.propertyId));
    expect(ids.size).toBe(jobs.length);
    expect(numbers.size).toBe(jobs.length);
    expect(next.some(({ job }) => ids.has(job.jobId))).toBe(false);
    expect(next.some(({ job }) => numbers.has(job.formattedJobId))).toBe(false);
    expect(next.some(({ job }) => doors.has(job.property.propertyId))).toBe(false);
  });

  it("follows London's clocks through the summer", () => {
    expect(londonMoment("2026-07-01", "08:00").toISOString()).toBe("2026-07-01T07:00:00.000Z");
    expect(londonMoment("2026-12-01", "08:00").toISOString()).toBe("2026-12-01T08:00:00.000Z");
    expect(londonDay(new Date("2026-06-30T23:30:00Z"))).toBe("2026-07-01");
  });
});

describe("The past of the demo", () => {
  it("is closed by messages that fit the contract, and is the same every time", () => {
    const build = () => [
      ...buildDayJobs(day).flatMap(({ job }) => buildEarlierVisits(job, day)),
      ...buildCertifiedHomes(day).flatMap(({ jobs }) => jobs),
    ];
    const past = build();
    for (const { closing } of past) {
      const payload = messagePayloads[closing.type];
      const parsed = z.safeParse(payload, closing.payload);
      expect(parsed.error?.issues ?? []).toEqual([]);
    }
    expect(new Set(past.map(({ ids }) => ids.jobId)).size).toBe(past.length);
    expect(past.map(({ closing }) => closing.type)).toContain("JobNoAccess");
    expect(build()).toEqual(past);
  });
});

describe("Loading the demo", () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let objects: ObjectStore;
  let folder: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = openDatabase(testDatabase.connectionString);
    await migrateDatabase(database);
    folder = await mkdtemp(join(tmpdir(), "fieldfare-demo-"));
    objects = await openObjects({ kind: "folder", folder });
    await loadDemo(database, objects, { today: midday });
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  });

  const assigned = async (fieldOperativeId: string) => {
    const { rows } = await database.pool.query<{ job_id: string }>(
      `select j.job_id from job j join appointment a using (field_operative_appointment_id)
        where a.field_operative_id = $1 and a.ended_on is null and j.status <> 'Closed'`,
      [fieldOperativeId],
    );
    return rows.map(({ job_id }) => job_id);
  };

  it("fills every data set and names the logins", async () => {
    const data = referenceData();
    for (const type of syncedTypes) {
      expect((await readRows(database, type)).rows).toHaveLength(data[type].length);
    }
    expect(await readSetting(database, "demo")).toMatchObject({
      logins: [
        { email: "sam.taylor@fieldfare.example", password: "Fieldfare-1" },
        { email: "alex.morgan@fieldfare.example", password: "Fieldfare-1" },
        {
          email: "office@fieldfare.example",
          password: "Fieldfare-1",
          role: "Office administrator",
        },
        { email: "planner@fieldfare.example", password: "Fieldfare-1", role: "Office planner" },
      ],
    });
  });

  it("lets Sam see the planner and record mileage, Alex neither", async () => {
    const { rows } = await database.pool.query<{
      name: string;
      perms: string[];
      records_mileage: boolean;
      password_hash: string;
    }>("select * from account join field_operative using (field_operative_id) order by name desc");
    expect(
      rows.map((row) => [
        row.name,
        isPermitted(row.perms, area.Scheduler, action.View),
        row.records_mileage,
      ]),
    ).toEqual([
      ["Sam Taylor", true, true],
      ["Alex Morgan", false, false],
    ]);
    expect(await verifyCredential(demoPassword, rows[0]?.password_hash ?? null)).toBe(true);
  });

  it("offers the day's jobs as they were generated", async () => {
    const expected = buildDayJobs(day).map(({ job }) => job);
    const read = await readServerJobs(
      database,
      expected.map(({ jobId }) => jobId),
    );
    const byId = new Map(read.map((job) => [job.jobId, job]));
    for (const job of expected) {
      const found = byId.get(job.jobId);
      expect(z.safeParse(serverJob, found).error?.issues ?? []).toEqual([]);
      expect(found).toEqual({
        ...job,
        contactId: null,
        ordersVersion: 0,
        keySafe: null,
        visitContacts: [],
        attachments: [],
        history: expect.any(Array) as unknown,
        visitWarnings: expect.any(Array) as unknown,
        issuer: {
          business: demoBusiness,
          engineerName: expect.stringMatching(/^(Sam Taylor|Alex Morgan)$/) as unknown,
          gasSafeIdCard: expect.stringMatching(/^000146[12]$/) as unknown,
        },
        property: {
          ...job.property,
          notifications: expect.arrayContaining(job.property.notifications) as unknown,
        },
      });
    }
  });

  it("stores earlier visits at most properties, newest first, with photos and documents", async () => {
    const ids = buildDayJobs(day).map(({ job }) => job.jobId);
    const jobs = await readServerJobs(database, ids);
    const counts = jobs.map(({ history = [] }) => history.length);
    expect(counts.filter((count) => count >= 2 && count <= 6).length).toBeGreaterThan(10);
    // The last check comes to them at a home whose yearly service is due.
    expect(Math.max(...counts)).toBeLessThanOrEqual(7);
    for (const { history = [], appointmentDateTime } of jobs) {
      const dates = history.map((item) => item.appointmentDateTime);
      expect(dates).toEqual(dates.toSorted().toReversed());
      expect(dates.every((date) => date < appointmentDateTime)).toBe(true);
      const long = history.filter(({ jobDetails }) => (jobDetails?.length ?? 0) > 50);
      expect(long.length).toBeGreaterThanOrEqual(Math.min(1, history.length));
      for (const item of history) expect(item.mobileNumber).toMatch(/^07700900\d{3}$/);
    }
    const [{ jobId } = { jobId: "" }] = jobs.flatMap(({ history = [] }) => history);
    expect(await listDocuments(database, jobId)).toMatchObject([{ kind: "job-sheet" }]);
    const { rows } = await database.pool.query<{ sha256: string; bytes: number }>(
      "select distinct sha256, bytes from job_image",
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { sha256, bytes } of rows)
      expect(inspectImage((await objects.get(sha256)) ?? Buffer.alloc(0))).toMatchObject({
        bytes,
      });
  });

  it("has homes whose gas safety record has run out, and some for most of the next thirteen weeks", async () => {
    const weeks = await readGasSafetyWeeks(database, midday);
    expect(weeks.overdue.homes).toBeGreaterThanOrEqual(3);
    expect(weeks.weeks.filter(({ homes }) => homes > 0).length).toBeGreaterThanOrEqual(11);
    const overdue = await listGasSafetyHomes(database, {}, midday);
    expect(overdue).toEqual(
      expect.arrayContaining([expect.objectContaining({ attempts: 3, hasGasAppliance: true })]),
    );
  });

  it("changes nothing when it runs again on the same day, on several servers at the same time", async () => {
    const [worked = ""] = await assigned(sam.fieldOperativeId);
    await database.pool.query("update job set status = 'Travelling' where job_id = $1", [worked]);
    const before = (await readRows(database, "Sor")).date;
    await Promise.all([1, 2, 3].map(() => loadDemo(database, objects, { today: midday })));
    expect((await readRows(database, "Sor")).date).toBe(before);
    const { rows } = await database.pool.query("select status from job where job_id = $1", [
      worked,
    ]);
    expect(rows).toEqual([{ status: "Travelling" }]);
  });

  it("adds the jobs of a later day, and withdraws the jobs that nobody has begun and no device has", async () => {
    const earlier = await assigned(sam.fieldOperativeId);
    const { rows: workedJobs } = await database.pool.query<{ job_id: string }>(
      "select job_id from job where status = 'Travelling'",
    );
    const heldJobId = earlier.find((jobId) => jobId !== workedJobs[0]?.job_id) ?? "";
    await database.pool.query(
      `insert into job_acknowledgement (device_id, field_operative_appointment_id)
       select gen_random_uuid(), field_operative_appointment_id from job where job_id = $1`,
      [heldJobId],
    );
    await loadDemo(database, objects, { today: new Date("2026-11-24T09:00:00Z") });
    const now = await assigned(sam.fieldOperativeId);
    const ofTheDay = buildDayJobs("2026-11-24")
      .filter(({ fieldOperativeId }) => fieldOperativeId === sam.fieldOperativeId)
      .map(({ job }) => job.jobId);
    expect(new Set(now)).toEqual(new Set([...ofTheDay, heldJobId, workedJobs[0]?.job_id]));
    expect(await assigned(alex.fieldOperativeId)).toHaveLength(4);
  });
});

it("Large data sets for measuring have the contract's shapes", () => {
  const data = generateLarge({ parts: 600, sors: 200, models: 200, domain: 50, forms: 2 });
  const sizes = Object.fromEntries(syncedTypes.map((type) => [type, data[type].length]));
  expect(sizes).toMatchObject({
    Part: 600,
    Sor: 200,
    ManufacturerModel: 200,
    DomainData: 50,
    CustomForm: 2,
  });
  for (const type of syncedTypes) {
    const { row } = dataSets[type];
    expect(z.safeParse(z.array(row as z.ZodMiniType), data[type]).error?.issues ?? []).toEqual([]);
  }
});
