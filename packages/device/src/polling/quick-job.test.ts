import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signInOther } from "../testing/node-device.ts";
import { readDraft, saveDraft } from "../drafts/drafts.ts";
import { readQuickJobBegun } from "../reading/quick-job-draft.ts";
import { readClients, readContractSors, readPriorities } from "../reading/quick-job.ts";
import {
  aFakeServer,
  aSignedInPhone,
  owner,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { aServerJob } from "../testing/server-job.ts";
import { refreshJobs } from "./jobs.ts";
import {
  createQuickJobIds,
  type QuickJobToSave,
  refreshClientChoices,
  refreshClients,
  renewQuickJobIds,
  saveQuickJob,
} from "./quick-job.ts";

const at = "2026-11-23T12:00:00.000Z";

let fakeServer: FakeServer;
let phone: SignedInPhone;
/** What the server is asked to store, in order. */
let stored: { path: string; body: Record<string, unknown> }[];
/** Paths whose next answer is lost on its way back. */
let lostPaths: string[];
/** Paths that are refused, each with its problem. */
let refusals: Record<string, { status: number; [part: string]: unknown }>;
let job: QuickJobToSave["job"];

beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer, { now: () => new Date(at) });
  stored = [];
  lostPaths = [];
  refusals = {};
  job = {
    ...createQuickJobIds(phone.device),
    clientId: 1,
    clientName: "Fieldfare Homes",
    jobDetailType: 21,
    jobDetails: "Boiler is dead",
    clientJobPriorityId: 21,
    clientJobPriorityName: "Urgent",
    priorityDescription: null,
    contractSors: [],
    dateReceived: at,
    targetResponseDate: at,
    targetCompletionDate: at,
    skipWorkOrderValidation: true,
  };
  const answers: Record<string, unknown> = {
    "/Property/SaveNewProperty": { propertyId: job.propertyId },
    [`/Property/${job.propertyId}/SaveContact`]: { propertyContactId: job.propertyContactId },
    "/Work/SaveNewJob": { jobResult: { jobId: job.jobId } },
    "/api/job/BookQuickJob": { jobId: job.jobId, fieldOperativeAppointmentId: owner },
    "/api/fieldoperative/clients/": [{ clientId: 1, name: "Fieldfare Homes" }],
    "/Work/ClientJobPriorities/1": [{ value: 21, text: "Urgent" }],
    "/Company/ClientContracts/1": [
      {
        contractId: 11,
        name: "Repairs",
        sors: [{ sorPriceId: 111, sorCode: "GA1", shortDescription: "Pump" }],
      },
    ],
  };
  fakeServer.answer = (path, init) => {
    if (!(path in answers)) return undefined;
    if (init.method === "POST")
      stored.push({ path, body: JSON.parse(init.body as string) as Record<string, unknown> });
    if (path.endsWith("BookQuickJob")) fakeServer.jobs = [aServerJob({ jobId: job.jobId })];
    if (lostPaths.includes(path)) {
      lostPaths = lostPaths.filter((other) => other !== path);
      return Promise.reject(new TypeError("lost"));
    }
    const refusal = refusals[path];
    if (refusal)
      return new Response(JSON.stringify(refusal), {
        status: refusal.status,
        headers: { "content-type": "application/problem+json" },
      });
    return new Response(JSON.stringify(answers[path]), {
      headers: { "content-type": "application/json" },
    });
  };
});
afterEach(() => phone.kill());

const newProperty = {
  address: {
    addressLine1: "7 Lapwing Close",
    addressLine2: null,
    addressLine3: null,
    addressLine4: null,
    postcode: "LS6 2QX",
  },
};
const newContact = {
  fullName: "Pat Example",
  contactType: 1,
  homeTelephone: null,
  mobilePhone: null,
  isPrimaryContact: true,
  addedByEngineer: true,
} as const;

const paths = () => stored.map(({ path }) => path.replace(job.propertyId, "id"));

describe("Saving a quick job", () => {
  it("at a known property with a known contact saves and books it, and it appears on the device", async () => {
    await saveDraft(phone.device, owner, "quick-job", { step: "summary" });
    expect(await saveQuickJob(phone.device, { job, newProperty: null, newContact: null })).toEqual({
      ok: true,
      value: { isHere: true },
    });
    expect(paths()).toEqual(["/Work/SaveNewJob", "/api/job/BookQuickJob"]);
    expect(await phone.device.database.job.get(job.jobId)).toMatchObject({ status: "New" });
    expect(await readDraft(phone.device, owner, "quick-job")).toBeUndefined();
  });

  it("saves a new property with its contact first", async () => {
    await saveQuickJob(phone.device, { job, newProperty, newContact });
    expect(paths()).toEqual([
      "/Property/SaveNewProperty",
      "/Property/id/SaveContact",
      "/Work/SaveNewJob",
      "/api/job/BookQuickJob",
    ]);
    expect(stored[0]?.body).toMatchObject({
      propertyId: job.propertyId,
      primaryContact: { propertyContactId: job.propertyContactId, fullName: "Pat Example" },
    });
  });

  it("sends the client's contracts with a new property", async () => {
    await refreshClientChoices(phone.device, 1);
    await saveQuickJob(phone.device, { job, newProperty, newContact });
    expect(stored[0]?.body).toMatchObject({ clientContracts: [11] });
  });

  it.each([
    ["jobId", "/Work/SaveNewJob", "saved-before", ["jobId"]],
    [
      "propertyContactId",
      "/Property/id/SaveContact",
      "contact-saved-before",
      ["jobId", "propertyContactId"],
    ],
    [
      "propertyId",
      "/Property/SaveNewProperty",
      "property-saved-before",
      ["jobId", "propertyContactId", "propertyId"],
    ],
  ] as const)(
    "whose %s is taken gets new ids for that alone",
    async (path, url, refusal, renewed) => {
      const issues = [{ path, message: "Another was saved under this id" }];
      refusals[url.replace("/id/", `/${job.propertyId}/`)] = {
        title: "Conflict",
        code: "conflict",
        status: 409,
        issues,
      };
      const saved = await saveQuickJob(phone.device, { job, newProperty, newContact });
      expect(saved).toEqual({ ok: false, refusal });
      const { jobId, propertyId, propertyContactId } = job;
      const ids = { jobId, propertyId, propertyContactId };
      const next = renewQuickJobIds(phone.device, ids, refusal);
      const changed = (Object.keys(ids) as (keyof typeof ids)[]).filter(
        (id) => next[id] !== ids[id],
      );
      expect(changed.sort()).toEqual(renewed);
    },
  );

  it("that the server refuses without a permission that it names says only that it is not allowed", async () => {
    refusals["/Work/SaveNewJob"] = { title: "Not allowed", code: "forbidden", status: 403 };
    expect(await saveQuickJob(phone.device, { job, newProperty: null, newContact })).toEqual({
      ok: false,
      refusal: "not-allowed",
    });
  });

  it("that the office does not allow says which part, and stays as it was entered", async () => {
    refusals["/Property/SaveNewProperty"] = {
      title: "Not allowed",
      code: "permission-missing",
      status: 403,
      issues: [{ path: "permission", message: "18#3" }],
    };
    await saveDraft(phone.device, owner, "quick-job", { step: "summary" });
    expect(await saveQuickJob(phone.device, { job, newProperty, newContact })).toEqual({
      ok: false,
      refusal: "may-not-add-property",
    });
    expect(await readDraft(phone.device, owner, "quick-job")).toEqual({ step: "summary" });
  });

  it("again after a lost answer sends the same ids", async () => {
    lostPaths = ["/Work/SaveNewJob"];
    await saveDraft(phone.device, owner, "quick-job", { step: "summary" });
    const save = () => saveQuickJob(phone.device, { job, newProperty: null, newContact });
    expect(await save()).toEqual({ ok: false, refusal: "no-answer" });
    expect(await readDraft(phone.device, owner, "quick-job")).toEqual({ step: "summary" });
    expect(await save()).toMatchObject({ ok: true });
    const jobs = stored.filter(({ path }) => path === "/Work/SaveNewJob");
    expect(new Set(jobs.map(({ body }) => body["jobId"]))).toEqual(new Set([job.jobId]));
  });

  it("is no news: the engineer's own job raises no alert, another one does", async () => {
    const { device } = phone;
    fakeServer.jobs = [];
    await refreshJobs(device);
    await saveDraft(device, owner, "quick-job", { ids: { jobId: job.jobId } });
    expect(await saveQuickJob(device, { job, newProperty: null, newContact: null })).toMatchObject({
      ok: true,
    });
    expect(await device.database.job.get(job.jobId)).toBeDefined();
    const otherId = aJobId(9);
    fakeServer.jobs.push(aServerJob({ jobId: otherId, fieldOperativeAppointmentId: aJobId(8) }));
    await refreshJobs(device);
    const alerts = await device.database.alert.toArray();
    expect(alerts.map(({ jobId }) => jobId)).toEqual([otherId]);
    expect(await readDraft(device, owner, "quick-job")).toBeUndefined();
  });

  it("under ids that belong to another job is refused, keeps what was entered and fetches the other one", async () => {
    refusals["/Work/SaveNewJob"] = {
      title: "Conflict",
      code: "conflict",
      status: 409,
      issues: [{ path: "jobId", message: "Another job was saved under this id" }],
    };
    await saveDraft(phone.device, owner, "quick-job", { step: "summary" });
    expect(await saveQuickJob(phone.device, { job, newProperty: null, newContact: null })).toEqual({
      ok: false,
      refusal: "saved-before",
    });
    expect(await readDraft(phone.device, owner, "quick-job")).toEqual({ step: "summary" });
    expect(await phone.device.database.job.get(job.jobId)).toMatchObject({ status: "New" });
  });

  it("without a signal is refused and keeps what was entered", async () => {
    fakeServer.isOnline = false;
    await saveDraft(phone.device, owner, "quick-job", { step: "summary" });
    expect(await saveQuickJob(phone.device, { job, newProperty, newContact })).toEqual({
      ok: false,
      refusal: "network",
    });
    expect(await readDraft(phone.device, owner, "quick-job")).toEqual({ step: "summary" });
  });
});

describe("A job that was begun", () => {
  it("waits to be continued by the engineer who began it, until it is saved", async () => {
    const readBegun = () => readQuickJobBegun(phone.device);
    expect(await readBegun()).toBe(false);
    await saveDraft(phone.device, owner, "quick-job", { property: null, isNewProperty: false });
    expect(await readBegun()).toBe(false);
    await saveDraft(phone.device, owner, "quick-job", { property: null, isNewProperty: true });
    expect(await readBegun()).toBe(true);
    await signInOther(phone.device, "0190a000-0000-7000-8000-00000000ffff");
    expect(await readBegun()).toBe(false);
    await signInOther(phone.device, owner);
    await saveQuickJob(phone.device, { job, newProperty: null, newContact: null });
    expect(await readBegun()).toBe(false);
  });
});

describe("Choices of a client", () => {
  it("are there without a signal once they were fetched, and for nobody else", async () => {
    await refreshClients(phone.device);
    await refreshClientChoices(phone.device, 1);
    fakeServer.isOnline = false;
    expect(await readClients(phone.device)).toEqual([{ clientId: 1, name: "Fieldfare Homes" }]);
    expect(await readPriorities(phone.device, 1)).toEqual([{ value: 21, text: "Urgent" }]);
    expect(await readContractSors(phone.device, 1)).toMatchObject([{ sorPriceId: 111 }]);
    expect(await readPriorities(phone.device, 2)).toBeUndefined();
    await signInOther(phone.device, "0190a000-0000-7000-8000-00000000ffff");
    expect(await readClients(phone.device)).toBeUndefined();
  });
});
