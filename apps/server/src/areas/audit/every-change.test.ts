import { createHash, randomUUID } from "node:crypto";
import { header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, Caller } from "../../testing/caller.ts";
import { aContact, aPart } from "../../testing/closings.ts";
import { listUnfit, readFeed } from "../../testing/events.ts";
import {
  type InstalledEngineer,
  type InProcessServer,
  startInProcessServer,
  testImage,
} from "../../testing/in-process.ts";
import { password } from "../../testing/people.ts";

let server: InProcessServer;
/** The one who makes the request, and another who reads what was recorded. */
let office: Caller;
let auditor: Caller;
let sam: InstalledEngineer;

/** Sends the last request again, with its key. Null: its call takes no key. */
let repeatLast: (() => Promise<Answer>) | null = null;

let lastKey = "";

/** Sends each change with an Idempotency-Key of its own. */
function withKeys(caller: Caller): Caller {
  const send = async (request: (sender: Caller) => Promise<Answer>) => {
    lastKey = randomUUID();
    const keyed = caller.with({ headers: { [header.idempotencyKey]: lastKey } });
    const answer = await request(keyed);
    const { issues } = answer.body as { issues?: readonly { path: string }[] };
    const isRefused = issues?.some(({ path }) => path === header.idempotencyKey) ?? false;
    repeatLast = isRefused ? null : () => request(keyed);
    return isRefused ? request(caller) : answer;
  };
  return {
    ...caller,
    post: (path, body, headers) => send((sender) => sender.post(path, body, headers)),
    put: (path, body) => send((sender) => sender.put(path, body)),
    delete: (path) => send((sender) => sender.delete(path)),
    with: (credentials, at) => withKeys(caller.with(credentials, at)),
  };
}

/** The calls without a key: their answer has a secret. */
const withoutKey = [
  "addApiClientSecret",
  "addWebhookSecret",
  "changeOwnPassword",
  "changeSessionPassword",
  "makeResetCode",
];

/**
 * For each call that changes something: a request that succeeds. A new call of the office fails the test below until
 * it has one, and then until it records what it changed.
 */
const requests: Readonly<Record<string, () => Promise<Answer>>> = {
  addAbsenceDocument: () => addDocument(randomUUID()),
  addApiClientSecret: async () =>
    office.post(`/api/office/api-clients/${await addApiClient()}/secrets`, {}),
  approveDevice: async () => {
    await server.rows("update device set awaits_approval = true where device_id = $1", [
      sam.deviceId,
    ]);
    return office.post(`/api/office/devices/${sam.deviceId}/approve`, {});
  },
  assignJob: async () => {
    const { jobId } = await server.job(await server.engineer());
    return office.post(`/api/office/jobs/${jobId}/assign`, {
      fieldOperativeId: sam.fieldOperativeId,
    });
  },
  changeJob: async () => {
    const { jobId } = await server.job(sam);
    const expected = {
      appointmentDateTime: "2026-11-21T09:00:00.000Z",
      clientPreferredTimeName: null,
      taskDetails: null,
      accessNotes: null,
      jobPriority: null,
    };
    const details = { ...expected, jobPriority: "Urgent" };
    return office.put(`/api/office/jobs/${jobId}`, { expected, details });
  },
  putAlertCodes: () =>
    office.put("/api/office/alert-codes", {
      alertCodes: [
        { code: "DOG", description: `A dog ${randomUUID()}`, severity: 1, alertEngineer: true },
      ],
    }),
  uploadAttachment: () =>
    office.post("/api/office/attachments", {
      name: "Data plate",
      content: testImage.toString("base64"),
    }),
  uploadPropertyImport: () => uploadHomes("no"),
  applyPropertyImport: async () => {
    const importId = await addHomeImport("checked");
    return office.post(`/api/office/imports/properties/${importId}/apply`, {});
  },
  discardPropertyImport: async () =>
    office.delete(`/api/office/imports/properties/${await addHomeImport("checked")}`),
  changeOwnPassword: async () => {
    const body = { password, newPassword: "A-long-password" };
    const answer = await office.post("/api/office/account/password", body);
    const { tokenModel } = answer.body as { tokenModel: { token: string } };
    office = office.with(tokenModel);
    return answer;
  },
  changeSessionPassword: async () => {
    office = withKeys(await server.office());
    const body = { password, newPassword: "A-long-password" };
    const answer = await office.post("/api/office/session/password", body);
    office = office.with(answer.body as { token: string });
    return answer;
  },
  createJob: () =>
    office.post("/api/office/jobs", {
      fieldOperativeId: sam.fieldOperativeId,
      appointmentDateTime: "2026-01-05T09:00:00.000Z",
      jobCategoryId: 2,
      jobDetailTypeId: 21,
      categoryName: "Gas repair",
      detailTypeName: "No heating",
      property: { addressLine1: "1 Example Street", postcode: "LS1 1AA" },
    }),
  publishForms: async () => publishForm(randomUUID()),
  withdrawForm: async () => {
    const customFormId = randomUUID();
    await publishForm(customFormId);
    return office.post(`/api/office/forms/${customFormId}/withdraw`, { version: 1 });
  },
  republishForm: async () => {
    const customFormId = randomUUID();
    await publishForm(customFormId);
    await office.post(`/api/office/forms/${customFormId}/withdraw`, { version: 1 });
    return office.post(`/api/office/forms/${customFormId}/publish-again`, { version: 1 });
  },
  raiseRepair: () => office.post("/api/hact/RaiseRepair", aRepair()),
  scheduleRepair: () =>
    office.post("/api/hact/ScheduleRepair", {
      ...aRepair(),
      InstructedBy: { Name: "Example Homes" },
      AssignedToPrimary: {},
    }),
  putHactCodes: () =>
    office.put("/api/office/hact/codes", { priorities: { "1": randomUUID(), "2": "Urgent" } }),
  repeatHactMessage: async () => {
    const reference = randomUUID();
    await server.rows(
      `insert into hact_work_order (reference, job_id, raised_hash, work_elements)
       values ($1, gen_random_uuid(), '', '[]')`,
      [reference],
    );
    const [row] = await server.rows(
      `insert into hact_message (reference, type, step, cause_id, happened_on)
       values ($1, 'JobStatusUpdate', 'assigned', gen_random_uuid(), now()) returning message_id`,
      [reference],
    );
    return office.post(`/api/office/hact/messages/${String(row?.["message_id"])}/send`, {});
  },
  decideAbsence: async () =>
    office.post(`/api/office/absences/${await addAbsence()}/decision`, { status: 2 }),
  decideAbsenceCancel: async () => {
    const id = await addAbsence();
    await server.rows("update absence set status = 2, cancel_status = 1 where absence_id = $1", [
      id,
    ]);
    return office.post(`/api/office/absences/${id}/cancellation`, { cancelStatus: 2 });
  },
  disableAccount: async () => office.post(`/api/office/accounts/${await addAccount()}/disable`, {}),
  disableOperative: () => changeEngineer("disable"),
  enableAccount: async () => {
    const id = await addAccount();
    await office.post(`/api/office/accounts/${id}/disable`, {});
    return office.post(`/api/office/accounts/${id}/enable`, {});
  },
  enableOperative: async () => {
    const { fieldOperativeId } = await server.engineer();
    await office.post(`/api/office/operatives/${fieldOperativeId}/disable`, {});
    return office.post(`/api/office/operatives/${fieldOperativeId}/enable`, {});
  },
  correctHome: async () => {
    const { propertyId } = await addHome();
    return office.put(`/api/office/properties/${propertyId}`, {
      addressLine1: "2 Example Street",
      addressLine2: null,
      addressLine3: null,
      addressLine4: null,
      postcode: "LS6 1AA",
    });
  },
  correctTenant: async () => {
    const { path } = await addHome();
    return office.put(path, { fullName: "Kim", contactType: null, emailAddress: null, phones: [] });
  },
  eraseTenant: async () => {
    const { propertyTenantId } = await addHome();
    return office.post(`/api/office/tenants/${propertyTenantId}/erasure`, {});
  },
  removeHome: async () => {
    const { propertyId } = await addHome();
    return office.delete(`/api/office/properties/${propertyId}`);
  },
  removeHomeWarning: async () => {
    const { propertyId } = await addHome();
    const id = randomUUID();
    await server.rows(
      `insert into property_notification (property_notification_id, property_id, code, description, severity, alert_engineer)
       values ($1, $2, 'DOG', 'A dog', 1, true)`,
      [id, propertyId],
    );
    return office.delete(`/api/office/properties/${propertyId}/notifications/${id}`);
  },
  removeTenant: async () => office.delete((await addHome()).path),
  lockDevice: () => office.post(`/api/office/devices/${sam.deviceId}/lock`, {}),
  makeAccessEvidence: async () => {
    const job = await server.job(sam);
    await server.rows("update job set status = 'Closed' where job_id = $1", [job.jobId]);
    await server.rows(
      `insert into message (message_id, type, content_hash, payload, job_id, field_operative_id, device_id,
         message_created_on, mobile_version, message_version)
       values ($1, 'JobNoAccess', '', '{}', $1, $2, $3, now(), '1', 1)`,
      [job.jobId, sam.fieldOperativeId, sam.deviceId],
    );
    await server.rows(
      `insert into job_closing (message_id, job_id, field_operative_appointment_id, kind, number_of_messages,
         manifest, outcome, closed_on)
       values ($1, $1, $2, 'JobNoAccess', 1, '[]', '{}', now())`,
      [job.jobId, job.fieldOperativeAppointmentId],
    );
    return office.post(
      `/api/office/compliance/properties/${job.propertyId}/access-evidence`,
      undefined,
    );
  },
  recordDampEvent: async () => office.post(await addDampCase("events"), dampEvent()),
  takeBackDampEvent: async () => {
    const path = await addDampCase("events");
    const event = dampEvent();
    await office.post(path, event);
    return office.delete(`${path}/${event.eventId}`);
  },
  reopenDampCase: async () => {
    const path = await addDampCase("closing");
    await office.post(path, { reason: "no-case" });
    return office.delete(path);
  },
  closeDampCase: async () => office.post(await addDampCase("closing"), { reason: "no-case" }),
  giveBackJob: async () => {
    const { jobId, fieldOperativeAppointmentId } = await server.job(sam);
    const { fieldOperativeId } = await server.engineer();
    await office.post(`/api/office/jobs/${jobId}/assign`, { fieldOperativeId });
    return office.post(`/api/office/jobs/${jobId}/give-back`, { fieldOperativeAppointmentId });
  },
  makeResetCode: () => changeEngineer("reset-code"),
  moveJobs: async () => {
    const { jobId } = await server.job(sam);
    const appointmentDateTime = "2026-11-21T09:00:00.000Z";
    const { fieldOperativeId } = sam;
    const expected = { fieldOperativeId, appointmentDateTime, status: "New" };
    const move = { jobId, fieldOperativeId, appointmentDateTime: "2026-11-21T13:00:00.000Z" };
    return office.post("/api/office/board/moves", { moves: [{ ...move, expected }] });
  },
  nameDevice: () => office.put(`/api/office/devices/${sam.deviceId}/name`, { name: "Van 7" }),
  putAccount: () => office.put(`/api/office/accounts/${randomUUID()}`, anAccount()),
  putApiClient: () =>
    office.put(`/api/office/api-clients/${randomUUID()}`, {
      name: "The job system",
      permissions: ["13#3"],
    }),
  putBusiness: () =>
    office.put("/api/office/business", {
      name: "Fieldfare Heating",
      address: "1 Example Street, Leeds",
      telephone: "0113 496 0000",
      gasSafeRegistration: "123456",
    }),
  putClient: () =>
    office.put("/api/office/clients/7", { name: "Homes", contracts: [], priorities: [] }),
  putData: () =>
    office.put("/api/office/data/JobStage", {
      rows: [{ jobStageId: 7, name: "Follow-on", sortOrder: 7 }],
    }),
  putExternalReferences: async () => {
    const { jobId } = await server.job(sam);
    return office.put(`/api/office/jobs/${jobId}/external-references`, {
      externalReferences: [{ source: "housing", reference: randomUUID() }],
    });
  },
  putPhoneSettings: async () => {
    const { body } = await office.get("/api/office/phone-settings");
    return office.put("/api/office/phone-settings", {
      chosen: { homesPerDay: 60 },
      version: (body as { version: string }).version,
    });
  },
  putRetention: () =>
    office.put("/api/office/retention/device-logs", { days: 200, presentDays: 180 }),
  putHolidayYear: () =>
    office.put("/api/office/holiday-years/7", {
      dateFrom: "2031-01-01",
      dateTo: "2031-12-31",
      allowance: 25,
      nonWorkingDays: [],
    }),
  putJobTypes: () =>
    office.put("/api/office/job-types", [
      { jobDetailTypeId: 21, name: "No heating", jobCategoryId: 2, categoryName: "Gas repair" },
    ]),
  putOperative: () =>
    office.put(`/api/office/operatives/${randomUUID()}`, {
      name: "Kim",
      email: `${randomUUID()}@fieldfare.example`,
      password: "A-long-password",
    }),
  setPartOrder: async () => {
    const job = await server.job(sam);
    const jobPartId = randomUUID();
    await server.rows("insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)", [
      jobPartId,
      job.jobId,
      { ...aPart(job), jobPartId, usageType: 3 },
    ]);
    const [order] = (await server.rows("select changed_on from part_order where job_part_id = $1", [
      jobPartId,
    ])) as { changed_on: Date }[];
    const body = { state: "not-needed", reason: "No", changedOn: order?.changed_on };
    return office.post(`/api/office/part-orders/${jobPartId}`, body);
  },
  startReportingExport: () => office.post("/api/office/reporting-exports", {}),
  putWebhook: () => putWebhook(randomUUID()),
  removeWebhook: async () => office.delete(`/api/office/webhooks/${await addWebhook()}`),
  addWebhookSecret: async () =>
    office.post(`/api/office/webhooks/${await addWebhook()}/secrets`, { overlapHours: 24 }),
  pingWebhook: async () => office.post(`/api/office/webhooks/${await addWebhook()}/ping`, {}),
  replayWebhook: async () =>
    office.post(`/api/office/webhooks/${await addWebhook()}/replay`, { failed: true }),
  replayWebhookDelivery: async () => {
    const webhookId = await addWebhook();
    const { body } = await office.post(`/api/office/webhooks/${webhookId}/ping`, {});
    const { deliveryId } = body as { deliveryId: number };
    const path = `/api/office/webhooks/${webhookId}/deliveries/${deliveryId}/replay`;
    return office.post(path, {});
  },
  deleteJobView: async () => office.delete(`/api/office/job-views/${await addJobView()}`),
  putJobView: () => putJobView(randomUUID()),
  addReferenceRow: () =>
    office.post("/api/office/reference-data/manufacturers", {
      values: { name: `Added ${randomUUID()}` },
    }),
  changeReferenceRow: async () => {
    const { rowId, version } = await addManufacturer();
    return office.put(`/api/office/reference-data/manufacturers/${rowId}`, {
      version,
      values: { name: `Changed ${randomUUID()}` },
    });
  },
  withdrawReferenceRow: async () => {
    const { rowId, version } = await addManufacturer();
    return office.delete(`/api/office/reference-data/manufacturers/${rowId}?version=${version}`);
  },
  uploadReferenceImport: () => office.post("/api/office/reference-imports", anImport()),
  checkReferenceImport: async () =>
    office.post(`/api/office/reference-imports/${await addImport("uploaded")}/check`, {
      encoding: "utf-8",
      delimiter: ",",
      columns: ["name"],
    }),
  applyReferenceImport: async () =>
    office.post(`/api/office/reference-imports/${await addImport("checked")}/apply`, {}),
  undoReferenceImport: async () =>
    office.post(`/api/office/reference-imports/${await addImport("applied")}/undo`, {
      leaveChanged: false,
    }),
  discardReferenceImport: async () =>
    office.delete(`/api/office/reference-imports/${await addImport("uploaded")}`),
  putPlannerWeeks: () => office.put("/api/office/settings/planner-weeks", { weeks: 6 }),
  queueCommand: () =>
    office.post("/api/office/commands", {
      fieldOperativeId: sam.fieldOperativeId,
      type: "DataDump",
      details: "log",
    }),
  removeAbsenceDocument: async () => {
    const id = randomUUID();
    await addDocument(id);
    return office.delete(`/api/office/absence-documents/${id}`);
  },
  removeApiClientSecret: async () => {
    const path = `/api/office/api-clients/${await addApiClient()}/secrets`;
    const { body } = await office.post(path, {});
    return office.delete(`${path}/${(body as { secretId: string }).secretId}`);
  },
  commentJob: async () => {
    const { jobId } = await server.job(sam);
    return office.post(`/api/office/jobs/${jobId}/comments`, { comment: "Mind the dog" });
  },
  requestRemoval: async () => {
    const { jobId } = await server.job(sam);
    return office.post(`/api/office/jobs/${jobId}/removal`, { force: false });
  },
  cancelJob: async () => {
    const { jobId } = await server.job(sam);
    return office.post(`/api/office/jobs/${jobId}/cancel`, {
      outcomeId: 6,
      reason: "Raised twice",
      force: false,
    });
  },
  requestSignature: () => changeEngineer("signature-request"),
  resetPassword: async () =>
    office.post(`/api/office/accounts/${await addAccount()}/password`, {
      password: "A-long-password",
    }),
  revokeApiClient: async () =>
    office.post(`/api/office/api-clients/${await addApiClient()}/revoke`, {}),
  unlockDevice: () => office.post(`/api/office/devices/${sam.deviceId}/unlock`, {}),
  wipeDevice: () => office.post(`/api/office/devices/${sam.deviceId}/wipe`, {}),
  withdrawWipe: async () => {
    await office.post(`/api/office/devices/${sam.deviceId}/wipe`, {});
    return office.post(`/api/office/devices/${sam.deviceId}/wipe/withdraw`, {});
  },
};

function putWebhook(webhookId: string) {
  const url = "https://housing.example.org/fieldfare";
  const body = { url, description: "Housing system", types: [], isEnabled: true };
  return office.put(`/api/office/webhooks/${webhookId}`, body);
}

async function addWebhook(): Promise<string> {
  const webhookId = randomUUID();
  await putWebhook(webhookId);
  return webhookId;
}

function putJobView(viewId: string) {
  const body = { name: `Late ${viewId}`, search: "status=New", isShared: true, version: null };
  return office.put(`/api/office/job-views/${viewId}`, body);
}

async function addJobView(): Promise<string> {
  const viewId = randomUUID();
  await putJobView(viewId);
  return viewId;
}

async function addManufacturer() {
  const { body } = await office.post("/api/office/reference-data/manufacturers", {
    values: { name: `Manufacturer ${randomUUID()}` },
  });
  return body as { rowId: string; version: string };
}

const anImport = () => ({
  table: "manufacturers",
  fileName: "manufacturers.csv",
  content: Buffer.from(`Name\n${randomUUID()}\n`).toString("base64"),
});

/** An import with the status, as if its steps were done. */
async function addImport(status: string): Promise<string> {
  const { body } = await office.post("/api/office/reference-imports", anImport());
  const { importId } = body as { importId: string };
  const counts = { new: 1, changed: 0, unchanged: 0, bad: 0, skipped: 0 };
  await server.rows("update reference_import set status = $2, counts = $3 where import_id = $1", [
    importId,
    status,
    counts,
  ]);
  await server.rows(
    "insert into reference_import_line (import_id, line, outcome, after) values ($1, 2, 'new', '{}')",
    [importId],
  );
  return importId;
}

/** A home without a job, with one contact. */
async function addHome() {
  const [propertyId, propertyTenantId] = [randomUUID(), randomUUID()];
  await server.rows(
    "insert into property (property_id, address_line_1, postcode) values ($1, '1 Example Street', 'LS6 1AA')",
    [propertyId],
  );
  await server.rows(
    "insert into property_tenant (property_tenant_id, property_id, row) values ($1, $2, $3)",
    [propertyTenantId, propertyId, aContact(propertyId, { propertyTenantId })],
  );
  const path = `/api/office/properties/${propertyId}/tenants/${propertyTenantId}`;
  return { propertyId, propertyTenantId, path };
}

const dampEvent = () => ({
  eventId: randomUUID(),
  kind: "summary",
  happenedOn: new Date().toISOString(),
});

async function addDampCase(path: string) {
  const { propertyId } = await addHome();
  const caseId = randomUUID();
  await server.rows("insert into damp_case (case_id, property_id) values ($1, $2)", [
    caseId,
    propertyId,
  ]);
  return `/api/office/compliance/damp-cases/${caseId}/${path}`;
}

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly object[];
}

let operations: readonly Operation[];

beforeAll(async () => {
  server = await startInProcessServer({ documentation: true });
  [office, auditor] = [withKeys(await server.office()), await server.office()];
  // As if the server stopped each time between the change, which records its result, and the answer.
  await server.rows(
    "create function skip() returns trigger language plpgsql as 'begin return null; end'",
  );
  await server.rows(
    `create trigger no_answer before insert or update on recorded_answer for each row
       when (new.is_answer) execute function skip()`,
  );
  const { body } = await server.anonymous.get("/api/openapi.json");
  const { paths } = body as { paths: Record<string, Record<string, Omit<Operation, "path">>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
});
afterAll(() => server.close());

it("every call of the office that changes something has a request here", () => {
  const changing = operations.filter(
    ({ path, method, security }) =>
      /^\/api\/(office|hact)\//.test(path) && method !== "get" && security.length > 0,
  );
  expect(changing.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(requests).toSorted(),
  );
});

function uploadHomes(apply: "yes" | "no"): Promise<Answer> {
  const file = `uprn,addressLine1,postcode\n${Date.now() % 1_000_000_000},1 Example Street,LS1 1AA\n`;
  const body = `--part\r\nContent-Disposition: form-data; name="file"; filename="homes.csv"\r\n\r\n${file}\r\n--part--\r\n`;
  return office.post(`/api/office/imports/properties?apply=${apply}`, body, {
    "content-type": "multipart/form-data; boundary=part",
  });
}

/** An import whose file is not needed. */
async function addHomeImport(status: string): Promise<string> {
  const importId = randomUUID();
  await server.rows(
    `insert into property_import (import_id, file_name, format, encoding, sha256, status, lines, pieces, counts,
       unknown_columns, uploaded_by)
     values ($1, 'homes.csv', 'csv', 'utf-8', '', $2, 0, 0,
       '{"read":0,"added":0,"changed":0,"unchanged":0,"refused":0,"tenantsAdded":0,"tenantsChanged":0,"tenantsErased":0}', '[]', 'Office')`,
    [importId, status],
  );
  return importId;
}

/** The events of the feed that these calls cause. */
const causedEvents = [
  "absence.cancellation-decided",
  "absence.decided",
  "account.added",
  "account.disabled",
  "account.enabled",
  "damp-case.changed",
  "damp-case.closed",
  "data-set.changed",
  "device.approved",
  "device.locked",
  "device.registered",
  "device.unlocked",
  "device.wipe-requested",
  "device.wipe-withdrawn",
  "engineer.added",
  "job.assigned",
  "job.cancelled",
  "job.changed",
  "job.raised",
  "job.removal-requested",
  "part-order.changed",
  "property.changed",
  "property.removed",
  "tenant.changed",
  "tenant.erased",
  "tenant.removed",
];

describe("records who did it, from where, and what changed", () => {
  it.each(Object.keys(requests))("%s", async (name) => {
    sam = await server.installed();
    const before = await lastSequence();
    const answer = await requests[name]?.();
    expect(answer).toMatchObject({ status: 200 });
    const { body } = await auditor.get(`/api/office/audit?after=${before}&actor=${accountId()}`);
    const { events } = body as { events: { after: unknown; type: string }[] };
    expect(events.at(-1)).toMatchObject({
      type: expect.any(String),
      actor: { name: "Office" },
      address: "127.0.0.1",
    });
    expect(JSON.stringify(events)).not.toMatch(/argon2|A-long-password/);
    expect(repeatLast === null).toBe(withoutKey.includes(name));
    if (repeatLast === null) return;
    const keyHash = createHash("sha256").update(`${accountId()} ${lastKey}`).digest("hex");
    const recorded = await server.rows("select from recorded_answer where key_hash = $1", [
      keyHash,
    ]);
    expect(recorded).toHaveLength(1);
    // A repeat changes nothing, and is answered in the same way.
    const countEntries = async () =>
      (await server.rows("select from audit_entry where action = $1", [events.at(-1)?.type]))
        .length;
    const entries = await countEntries();
    expect(await repeatLast()).toMatchObject({ status: 200, body: answer?.body });
    expect(await countEntries()).toBe(entries);
  });

  it("and writes events that are as their types say", async () => {
    // A request above stores an empty message.
    const feed = (await readFeed(server.database)).filter(({ type }) => type !== "job.no-access");
    expect(listUnfit(feed)).toEqual([]);
    expect(feed.map(({ type }) => type)).toEqual(expect.arrayContaining(causedEvents));
    expect(JSON.stringify(feed)).not.toMatch(/argon2|password/);
  });

  it("nothing of a request that changes nothing, and both states of one that does", async () => {
    const put = (name: string) =>
      office.put("/api/office/clients/8", { name, contracts: [], priorities: [] });
    await put("First name");
    const before = await lastSequence();
    await put("First name");
    await put("Second name");
    const { body } = await auditor.get(`/api/office/audit?after=${before}`);
    expect(body).toMatchObject({
      events: [
        {
          type: "client-changed",
          object: { type: "client", id: "8" },
          before: { name: "First name" },
          after: { name: "Second name" },
        },
      ],
    });
    expect((body as { events: unknown[] }).events).toHaveLength(1);
  });

  it("what a job adds to a home that is known: notices, contacts and appliances", async () => {
    const property = { propertyId: randomUUID(), addressLine1: "1 Example Street" };
    const raise = (more: object) =>
      office.post("/api/office/jobs", {
        fieldOperativeId: null,
        appointmentDateTime: "2026-01-05T09:00:00.000Z",
        jobCategoryId: 2,
        jobDetailTypeId: 21,
        categoryName: "Gas repair",
        detailTypeName: "No heating",
        property: { ...property, postcode: "LS1 1AA", ...more },
      });
    await raise({});
    const propertyTenantId = randomUUID();
    const details = {
      notifications: [{ code: "DOG", description: "A dog", severity: 1, alertEngineer: true }],
      tenants: [{ propertyTenantId, fullName: "Pat", phones: [] }],
    };
    for (let time = 1; time <= 2; time += 1)
      expect(await raise(details)).toMatchObject({ status: 200 });
    const { body } = await auditor.get(
      `/api/office/audit?action=property-details-added&subject=${property.propertyId}`,
    );
    expect((body as { events: unknown[] }).events).toMatchObject([
      { after: { notices: [expect.any(String)], contacts: [propertyTenantId], appliances: [] } },
    ]);
  });

  it("no name of a tenant: an entry cannot be erased", async () => {
    const propertyId = randomUUID();
    // The second job finds the home with its tenant, and changes the address.
    for (const addressLine1 of ["1 Example Street", "2 Example Street"]) {
      const raised = await office.post("/api/office/jobs", {
        fieldOperativeId: null,
        appointmentDateTime: "2026-01-05T09:00:00.000Z",
        jobCategoryId: 2,
        jobDetailTypeId: 21,
        categoryName: "Gas repair",
        detailTypeName: "No heating",
        taskDetails: "Mrs Unmistakable has no heating",
        property: {
          propertyId,
          addressLine1,
          postcode: "LS1 1AA",
          tenants: [{ fullName: "Unmistakable", phones: [] }],
        },
      });
      expect(raised.status).toBe(200);
    }
    const { body } = await auditor.get("/api/office/audit?limit=999");
    expect(JSON.stringify(body)).toContain("2 Example Street");
    expect(JSON.stringify(body)).not.toMatch(/unmistakable/i);
  });
});

describe("keeps no text that may be about a person, and names what changed", () => {
  const entriesSince = async (before: number) => {
    const { body } = await auditor.get(`/api/office/audit?after=${before}`);
    return (body as { events: object[] }).events;
  };
  it("of a decided absence", async () => {
    sam = await server.installed();
    const id = await addAbsence();
    const before = await lastSequence();
    await office.post(`/api/office/absences/${id}/decision`, {
      status: 3,
      rejectReason: "Unmistakable",
    });
    const entries = await entriesSince(before);
    expect(entries).toMatchObject([
      { before: { status: 1 }, after: { status: 3, notRecorded: ["rejectReason"] } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Unmistakable");
  });

  it("of a saved view", async () => {
    const before = await lastSequence();
    await office.put(`/api/office/job-views/${randomUUID()}`, {
      name: "Mine",
      search: "search=Unmistakable",
      isShared: false,
      version: null,
    });
    const entries = await entriesSince(before);
    expect(entries).toMatchObject([{ after: { name: "Mine", notRecorded: ["search"] } }]);
    expect(JSON.stringify(entries)).not.toContain("Unmistakable");
  });
  it("of a command", async () => {
    sam = await server.installed();
    const { jobId, fieldOperativeAppointmentId } = await server.job(sam);
    const before = await lastSequence();
    await office.post("/api/office/commands", {
      fieldOperativeId: sam.fieldOperativeId,
      type: "JobUpdate",
      jobId,
      fieldOperativeAppointmentId,
      details: "Unmistakable",
    });
    const entries = await entriesSince(before);
    expect(entries).toMatchObject([
      { after: { type: "JobUpdate", jobId, notRecorded: ["details"] } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Unmistakable");
  });

  it("of a landlord, who changes twice", async () => {
    const propertyId = randomUUID();
    const before = await lastSequence();
    for (const name of ["Unmistakable One", "Unmistakable Two", "Unmistakable Two"])
      await office.post("/api/office/jobs", {
        fieldOperativeId: null,
        appointmentDateTime: "2026-01-05T09:00:00.000Z",
        jobCategoryId: 2,
        jobDetailTypeId: 21,
        categoryName: "Gas repair",
        detailTypeName: "No heating",
        property: {
          propertyId,
          addressLine1: "1 Example Street",
          postcode: "LS1 1AA",
          landlord: { name, address: "2 Example Street" },
        },
      });
    const entries = await entriesSince(before);
    const ofHome = entries.filter(
      (entry) => "object" in entry && JSON.stringify(entry.object).includes(propertyId),
    );
    expect(ofHome).toMatchObject([
      { type: "property-added", after: { notRecorded: ["landlord"] } },
      { type: "property-changed", after: { notRecorded: ["landlord"] } },
    ]);
    expect(ofHome).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain("Unmistakable");
  });

  it("of the list of contacts", async () => {
    const contact = {
      contactId: randomUUID(),
      firstName: "Unmistakable",
      lastName: "Person",
      jobTitle: null,
      mobilePhone: "07700900123",
      email: null,
      isFavourite: false,
      modifiedOn: "2026-01-05T09:00:00.000Z",
    };
    const before = await lastSequence();
    const put = await office.put("/api/office/data/Contacts", { rows: [contact] });
    expect(put).toMatchObject({ status: 200 });
    const entries = await entriesSince(before);
    expect(entries).toMatchObject([
      { type: "data-changed", object: { id: "Contacts" }, after: { changed: 1, deleted: 0 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("Unmistakable");
  });
});

const anAccount = () => ({
  name: "Jamie Shaw",
  email: `${randomUUID()}@landlord.example`,
  roles: ["planner"],
  password: "A-long-password",
});

async function addAccount(): Promise<string> {
  const id = randomUUID();
  await office.put(`/api/office/accounts/${id}`, anAccount());
  return id;
}

function publishForm(customFormId: string): Promise<Answer> {
  const file = {
    customFormId,
    version: 1,
    name: "Loft check",
    description: "",
    isSubForm: false,
    jobCategoryId: null,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 1,
    content: { pages: [{ name: "loft", elements: [{ type: "text", name: "depth" }] }] },
  };
  return office.post("/api/office/forms", { forms: [{ file }], isDryRun: false });
}

async function addApiClient(): Promise<string> {
  const id = randomUUID();
  await office.put(`/api/office/api-clients/${id}`, {
    name: `A machine ${id}`,
    permissions: ["13#3"],
  });
  return id;
}

const changeEngineer = async (what: string) =>
  office.post(`/api/office/operatives/${(await server.engineer()).fieldOperativeId}/${what}`, {});

function addDocument(documentId: string) {
  const pdf = Buffer.from("%PDF-1.7\n").toString("base64");
  return office.post("/api/office/absence-documents", {
    documentId,
    name: "Holiday rules",
    fieldOperativeId: null,
    pdf,
  });
}

const aRepair = () => ({
  Reference: [{ ID: randomUUID() }],
  DescriptionOfWork: "No heating",
  Priority: { PriorityCode: 2, RequiredCompletionDateTime: "2026-01-09T17:00:00.000Z" },
  WorkClass: { WorkClassCode: 0 },
  SitePropertyUnit: [{ Address: { AddressLine: ["1 Example Street"], PostalCode: "LS1 1AA" } }],
});

async function addAbsence(): Promise<string> {
  const id = randomUUID();
  await server.rows(
    `insert into absence (absence_id, field_operative_id, type, days, requested_on)
     values ($1, $2, 'holiday', '[]', now())`,
    [id, sam.fieldOperativeId],
  );
  return id;
}

async function lastSequence(): Promise<number> {
  const [row] = await server.rows("select coalesce(max(sequence), 0) as last from audit_entry");
  return Number(row?.["last"]);
}

function accountId(): string {
  const [, claims = ""] = (office.token ?? "").split(".");
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { id: string }).id;
}
