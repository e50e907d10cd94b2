import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  header,
  type JobCustomForm,
  messagePaths,
  type MessageType,
  type Payload,
} from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { addDays, formIds, londonDay } from "@fieldfare/domain";
import {
  aCheckedAppliance,
  aGasSafetyRecord as aRecord,
  anUnsafeAppliance,
  aWarningNotice as aNotice,
} from "../testing/form-answers.ts";
import { aClose, visitedOn } from "../testing/closings.ts";
import { assignedJob } from "../testing/jobs.ts";
import type { QueueName } from "../database/queues.ts";
import { listOpenTasks } from "../testing/tasks.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../testing/server.ts";
import { createFormChecker } from "./form-checker.ts";
import { loadForms } from "./load.ts";

let server: TestServer;
let engineer: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ withForms: true });
  engineer = await server.addEngineer("Sam");
});

afterAll(() => server.stop());

/**
 * The server checks dates against the day on which it received the answers. Each test reads the day itself, because
 * a run may continue past midnight.
 */
const today = () => londonDay(new Date());
const aGasSafetyRecord = (more: object = {}) =>
  aRecord({ inspectionDate: today(), signedOn: today(), ...more });
const aWarningNotice = (more: object = {}) => aNotice({ date: today(), ...more });

type Visited = Awaited<ReturnType<typeof assignedJob>>;

function entry(job: Visited, answers: object | null, more: Partial<JobCustomForm> = {}) {
  return {
    customFormId: formIds.gasSafetyRecord,
    customFormDefinitionId: randomUUID(),
    version: 9,
    jobId: job.jobId,
    usageRequirement: 3,
    completionStatus: "Complete",
    addedByUser: false,
    optional: false,
    addedOnDateTime: visitedOn,
    previousAnswers: null,
    completedForm: answers as Record<string, unknown> | null,
    completedOn: visitedOn,
    savedOnDateTime: visitedOn,
    ...more,
  } satisfies JobCustomForm;
}

async function close(forms: (job: Visited) => JobCustomForm[]) {
  const job = await assignedJob(server, engineer);
  const sent = await server.send(
    engineer,
    "JobClose",
    aClose(job, { job: { customForms: forms(job) } }),
  );
  expect(sent).toMatchObject({ status: 200, body: { outcome: "recorded" } });
  return job;
}

/** Waits until a job's forms are checked, and returns what the office reads. */
async function checked(jobId: string) {
  const open = () => listOpenTasksOf(jobId, "form-checks");
  await expect.poll(open, { timeout: 30_000 }).toEqual([]);
  return server.call(office.readJob, { params: { jobId } });
}

async function listOpenTasksOf(jobId: string, queue: QueueName) {
  const tasks = await listOpenTasks(server.database, queue);
  return tasks.filter(({ task }) => task.jobId === jobId);
}

async function check(answers: object | null, more: Partial<JobCustomForm> = {}) {
  const { jobId } = await close((job) => [entry(job, answers, more)]);
  const { forms, job } = await checked(jobId);
  return { form: forms[0], answers: job.customForms[0]?.completedForm };
}

const notBegun = { completionStatus: "NotStarted", completedOn: null } as const;

const risk = {
  hasDefect: "yes",
  defect: "No ventilation",
  classification: "AR",
  remedialAction: "Turned off",
  labelFitted: "yes",
  safeToUse: "no",
};

describe("Answers that came with a close", () => {
  it("that are valid have no issues", async () => {
    const answers = aGasSafetyRecord();
    expect(await check(answers)).toMatchObject({
      form: {
        name: "Landlord gas safety record",
        version: 9,
        completionStatus: "Complete",
        check: { status: "checked", findings: [] },
      },
      answers,
    });
  });

  it("that are not valid have issues with path and reason", async () => {
    const atRisk = aCheckedAppliance({ ...risk, warningNoticeIssued: "no" });
    const { form } = await check(aGasSafetyRecord({ appliances: [aCheckedAppliance(), atRisk] }));
    expect(form?.check?.findings).toEqual([
      {
        severity: "warning",
        path: "appliances.1.warningNoticeIssued",
        label: "Combi boiler Kitchen (2): Warning notice issued",
        message: expect.stringContaining("need a warning notice"),
      },
    ]);
  });

  it("that need a warning notice have an issue when the visit has none", async () => {
    const issued = { warningNoticeIssued: "yes", warningNoticeNumber: "WN-FF100234-260302" };
    const atRisk = aCheckedAppliance({ ...risk, ...issued });
    const { form } = await check(aGasSafetyRecord({ appliances: [atRisk] }));
    expect(form?.check?.findings).toMatchObject([
      { severity: "warning", path: "appliances.0.warningNoticeIssued" },
    ]);
  });

  it("that say a warning notice is issued have an issue when they give no number", async () => {
    const atRisk = aCheckedAppliance({ ...risk, warningNoticeIssued: "yes" });
    const { form } = await check(aGasSafetyRecord({ appliances: [atRisk] }));
    expect(form?.check?.findings).toContainEqual(
      expect.objectContaining({ severity: "error", path: "appliances.0.warningNoticeNumber" }),
    );
  });

  it("that contradict each other have issues with the same messages as on the phone", async () => {
    const tomorrow = addDays(today(), 1);
    const { form } = await check(
      aGasSafetyRecord({
        inspectionDate: tomorrow,
        signedOn: today(),
        appliances: [aCheckedAppliance({ spillage: "fail" }), aCheckedAppliance()],
      }),
    );
    expect(form?.check?.findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
      "error inspectionDate",
      "error appliances.0.hasDefect",
      "error appliances.0.safeToUse",
      "error signedOn",
    ]);
  });

  it("that are plainly no details of a home, a business or an engineer have issues, and are stored all the same", async () => {
    const none = { sitePostcode: "XX", gasSafeRegistration: "0", engineerIdCard: "0000000" };
    const { jobId } = await close((job) => [
      entry(job, aGasSafetyRecord({ ...none, businessPhone: "x", occupierPhone: "999" })),
      entry(job, aWarningNotice(none), { customFormId: formIds.warningNotice, version: 5 }),
    ]);
    const { forms, job } = await checked(jobId);
    const found = Object.fromEntries(
      forms.map(({ name, check: result }) => [
        name,
        result?.findings.map(({ severity, path }) => `${severity} ${path}`),
      ]),
    );
    const both = Object.keys(none).map((name) => `error ${name}`);
    expect(found).toEqual({
      "Landlord gas safety record": expect.arrayContaining([
        ...both,
        "error businessPhone",
        "error occupierPhone",
      ]) as unknown,
      "Warning notice": expect.arrayContaining(both) as unknown,
    });
    for (const { completedForm } of job.customForms) expect(completedForm).toMatchObject(none);
  });

  it("of a record and its notice are compared", async () => {
    const fire = {
      ...risk,
      type: "Gas fire, inset",
      location: "Lounge",
      warningNoticeIssued: "yes",
      warningNoticeNumber: "WN-FF1001-260302",
    };
    const { jobId } = await close((job) => [
      entry(job, aGasSafetyRecord({ appliances: [aCheckedAppliance(fire)] })),
      entry(job, aWarningNotice({ notices: [anUnsafeAppliance({ classification: "ID" })] }), {
        customFormId: formIds.warningNotice,
      }),
    ]);
    const { forms } = await checked(jobId);
    const record = forms.find(({ name }) => name === "Landlord gas safety record");
    expect(record?.check?.findings).toMatchObject([
      {
        severity: "warning",
        path: "appliances.0.classification",
        message: "Gas fire, inset, Lounge has another class on the warning notice",
      },
    ]);
  });

  it("have a warning if the check was due by another date than the last record says", async () => {
    const answers = aGasSafetyRecord({ previousDueDate: "2026-12-25" });
    const findPaths = async (previousAnswers: Record<string, unknown>) => {
      const { jobId } = await close((job) => [entry(job, answers, { previousAnswers })]);
      const { forms } = await checked(jobId);
      return forms.flatMap(({ check: result }) => result?.findings.map(({ path }) => path) ?? []);
    };
    expect(await findPaths({ nextInspectionDue: "2026-07-29" })).toContain("previousDueDate");
    expect(await findPaths({ nextInspectionDue: "2026-12-25" })).not.toContain("previousDueDate");
  });

  it("of two forms are checked each with its own definition", async () => {
    const { jobId } = await close((job) => [
      entry(job, aGasSafetyRecord()),
      entry(
        job,
        aWarningNotice({
          informed: undefined,
          notices: [anUnsafeAppliance({ location: "Bedroom" })],
        }),
        { customFormId: formIds.warningNotice, version: 5 },
      ),
    ]);
    const { forms } = await checked(jobId);
    const found = Object.fromEntries(
      forms.map(({ name, check: result }) => [name, result?.findings.map(({ path }) => path)]),
    );
    expect(found).toEqual({ "Landlord gas safety record": [], "Warning notice": ["informed"] });
  });

  it("have no issues for missing answers until the form is complete", async () => {
    const { form } = await check(
      { appliances: [aCheckedAppliance({ operatingPressure: 45 })] },
      { completionStatus: "InProgress", completedOn: null, usageRequirement: 2 },
    );
    expect(form).toMatchObject({
      completionStatus: "InProgress",
      check: { findings: [{ path: "appliances.0.operatingPressure" }] },
    });
    const none = await check(null, { ...notBegun, usageRequirement: 2 });
    expect(none.form?.check).toMatchObject({ status: "checked", findings: [] });
  });

  it("without a required form have an issue, with the reason when the phone could not open the form", async () => {
    const none = await check(null, notBegun);
    expect(none.form?.check?.findings).toMatchObject([
      { severity: "error", message: "This form was required, and the job was closed without it" },
    ]);
    const lost = await check(null, { ...notBegun, cannotBeOpened: true });
    expect(lost.form?.check?.findings).toMatchObject([
      { severity: "error", message: expect.stringContaining("The phone could not open it") },
    ]);
  });

  it("are checked with the version that they began with, whatever came later", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fieldfare-forms-"));
    const shipped = join(import.meta.dirname, "../../forms/arrival-risk-assessment.json");
    const form = JSON.parse(await readFile(shipped, "utf8")) as object;
    const customFormId = "0193b3f0-0000-7000-8000-00000000f201";
    const versioned = (version: number, name: string) => ({
      ...form,
      customFormId,
      version,
      name: `Version ${version}`,
      content: { pages: [{ name: "p", elements: [{ type: "text", name, isRequired: true }] }] },
    });
    const write = (version: number, name: string) =>
      writeFile(join(folder, "own.json"), JSON.stringify(versioned(version, name)));
    await write(1, "first");
    await loadForms(server.database, folder, new Date(visitedOn));
    await write(2, "second");
    await loadForms(server.database, folder, new Date(visitedOn));
    const old = await check({ first: "x" }, { customFormId, version: 1 });
    expect(old.form).toMatchObject({ name: "Version 1", check: { findings: [] } });
    const late = await check({ first: "x" }, { customFormId, version: 2 });
    expect(late.form?.check?.findings.map(({ path }) => path)).toEqual(["second", "first"]);

    await writeFile(
      join(folder, "own.json"),
      JSON.stringify({ ...form, customFormId: randomUUID(), version: 1 }),
    );
    await loadForms(server.database, folder, new Date(visitedOn));
    const withdrawn = await check({ first: "x" }, { customFormId, version: 1 });
    expect(withdrawn.form).toMatchObject({ name: "Version 1", check: { status: "checked" } });
    await rm(folder, { recursive: true });
  });
});

describe("Answers that came without a close are checked at once too:", () => {
  const content = (job: Visited) => ({
    ...aClose(job).job,
    customForms: [entry(job, aGasSafetyRecord())],
  });
  const send: <T extends MessageType>(type: T, payload: Payload<T>) => Promise<void> = async (
    type,
    payload,
  ) => expect(await server.send(engineer, type, payload)).toMatchObject({ status: 200 });
  const found = { check: { status: "checked", findings: [] } };
  const changeTimestamp = visitedOn;

  it("a cancel", async () => {
    const job = await assignedJob(server, engineer);
    await send("JobStatusChange", {
      ...job,
      currentStatus: "Reset",
      changeTimestamp,
      job: content(job),
    });
    expect((await checked(job.jobId)).forms).toMatchObject([found]);
  });

  it("no access", async () => {
    const job = await assignedJob(server, engineer);
    await send("JobNoAccess", {
      ...job,
      noAccessReasonId: 4,
      notes: "A loose dog",
      imageIds: [randomUUID()],
      statusTimestamps: content(job).statusTimestamps,
      manifest: [],
      changeTimestamp,
      job: content(job),
    });
    expect((await checked(job.jobId)).forms).toMatchObject([found]);
  });

  it("a removal, whose documents are made at once as well", async () => {
    const job = await assignedJob(server, engineer);
    await send("JobRemove", { ...job, changeTimestamp, job: content(job) });
    expect((await checked(job.jobId)).forms).toMatchObject([found]);
    const filed = "select 1 from document where job_id = $1 and sha256 is not null";
    await expect
      .poll(async () => (await server.database.pool.query(filed, [job.jobId])).rowCount, {
        timeout: 30_000,
      })
      .toBe(2);
  });
});

describe("Whatever an engineer sends is stored and checked:", () => {
  it("answers for a form that nobody knows", async () => {
    const answers = { seen: "something" };
    const unknown = await check(answers, { customFormId: randomUUID() });
    expect(unknown).toMatchObject({
      form: { name: "Unknown form", check: { status: "unknown-definition" } },
      answers,
    });
    const future = await check(answers, { version: 99 });
    expect(future.form?.check).toMatchObject({
      status: "unknown-definition",
      findings: [{ message: expect.stringContaining("version 99") }],
    });
  });

  it("answers of a megabyte", async () => {
    const comments = "x".repeat(1_000_000);
    const { form, answers } = await check(aGasSafetyRecord({ extra: comments }));
    expect(answers?.extra).toBe(comments);
    expect(form?.check).toMatchObject({ status: "checked", findings: [{ path: "extra" }] });
  });

  it("answers with keys that the form does not know, or that have a meaning in JavaScript", async () => {
    const strange = { more: 1, constructor: { prototype: { polluted: 1 } }, toString: "x" };
    const { form, answers } = await check(aGasSafetyRecord(strange));
    expect(answers).toMatchObject({ more: 1, toString: "x" });
    expect(form?.check?.findings.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["more", "constructor", "toString"]),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("answers with values of any kind in any place", async () => {
    const { form } = await check({
      appliances: "none",
      inspectionDate: { deep: [[[[1]]]] },
      isRented: 7,
      engineerSignature: ["x"],
      comments: "👩‍🔧 \u202Eمرحبا \u0000 \uD83D",
    });
    expect(form?.check?.status).toBe("checked");
    expect(form?.check?.findings.length).toBeGreaterThan(10);
  });

  it("answers with very many rows", async () => {
    const appliances = Array.from({ length: 2_000 }, () => ({ inspected: "no" }));
    const { form, answers } = await check(aGasSafetyRecord({ appliances }));
    expect(answers?.appliances).toHaveLength(2_000);
    expect(["checked", "given-up"]).toContain(form?.check?.status);
    expect(form?.check?.findings.length).toBeLessThanOrEqual(200);
  });

  it("answers with lists in lists, as deep as sub-forms may go", async () => {
    let answers: Record<string, unknown> = { photos: [{ imageId: randomUUID() }] };
    for (let depth = 0; depth < 8; depth += 1) answers = { rows: [answers] };
    expect((await check(answers)).answers).toEqual(answers);
  });

  it("a body that names __proto__ or is nested too deep is refused and stored as refused: no form can produce it", async () => {
    const job = await assignedJob(server, engineer);
    const payload = aClose(job, { job: { customForms: [entry(job, { a: "HERE" })] } });
    const text = JSON.stringify({
      messageId: randomUUID(),
      correlationId: null,
      messageCreatedOn: visitedOn,
      mobileVersion: "1.0.0",
      messageVersion: 1,
      jobId: job.jobId,
      fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
      type: "JobClose",
      payload,
    });
    for (const hostile of ['{"__proto__":{"x":1}}', `${'{"a":'.repeat(60)}1${"}".repeat(60)}`]) {
      const response = await fetch(`${server.origin}${messagePaths.JobClose}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${engineer.token}`,
          [header.deviceId]: engineer.deviceId,
          "content-type": "application/json",
        },
        body: text.replace('"HERE"', hostile),
      });
      expect(response.status).toBe(400);
    }
    const refused = await server.database.pool.query(
      "select reason from refused_message where type = 'JobClose' order by refused_id",
    );
    expect(refused.rows).toEqual([
      { reason: "The JSON names __proto__" },
      { reason: "The JSON is nested too deep" },
    ]);
  });
});

it("An unknown outcome, as an earlier version accepted it, does not prevent the check", async () => {
  const { jobId } = await close((job) => [entry(job, aGasSafetyRecord())]);
  await checked(jobId);
  const { pool } = server.database;
  await pool.query("delete from form_check where job_id = $1", [jobId]);
  await pool.query(
    `update job_closing set outcome = outcome || '{"outcomeId": 99}' where job_id = $1`,
    [jobId],
  );
  const formChecker = createFormChecker(server.database);
  const { rows } = await pool.query<{ messageId: string }>(
    `select message_id as "messageId" from job_closing where job_id = $1`,
    [jobId],
  );
  for (const { messageId } of rows) await formChecker.checkForms({ messageId, jobId });
  const { forms } = await checked(jobId);
  expect(forms[0]?.check).toMatchObject({ status: "checked", findings: [] });
  await formChecker.close();
});

it("A late check of an earlier message does not replace the check of the close", async () => {
  const job = await assignedJob(server, engineer);
  const { jobId } = job;
  const messageId = randomUUID();
  const cancel: Payload<"JobStatusChange"> = {
    ...job,
    currentStatus: "Reset",
    changeTimestamp: visitedOn,
    job: { ...aClose(job).job, customForms: [entry(job, aGasSafetyRecord())] },
  };
  const sent = [
    await server.send(engineer, "JobStatusChange", cancel, messageId),
    await server.send(
      engineer,
      "JobClose",
      aClose(job, { job: { customForms: [entry(job, null, notBegun)] } }),
    ),
  ];
  expect(sent).toMatchObject([{ status: 200 }, { status: 200 }]);
  const findings = [{ message: "This form was required, and the job was closed without it" }];
  expect((await checked(jobId)).forms).toMatchObject([{ check: { findings } }]);
  const formChecker = createFormChecker(server.database);
  await formChecker.checkForms({ messageId, jobId });
  await formChecker.close();
  expect((await checked(jobId)).forms).toMatchObject([{ check: { findings } }]);
});

it("A version that no definition can have is refused: otherwise nobody could read the job again", async () => {
  const job = await assignedJob(server, engineer);
  const customForms = [entry(job, {}, { version: 2 ** 31 })];
  const sent = await server.send(engineer, "JobClose", aClose(job, { job: { customForms } }));
  expect(sent).toMatchObject({
    status: 400,
    body: { issues: [{ path: "payload.job.customForms.0.version" }] },
  });
});
