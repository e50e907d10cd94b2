import { randomUUID } from "node:crypto";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { CallAnswer } from "@fieldfare/contract";
import type { readJob } from "@fieldfare/contract/office";
import type { Caller } from "../../testing/caller.ts";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { computeTargets } from "./clients.ts";
import { createPostcodeLookUp } from "./postcodes.ts";

let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;

const sor = {
  sorPriceId: 111,
  sorCodeId: 7,
  sorCode: "GA635001",
  shortDescription: "Boiler: replace pump",
};
const priority = {
  priorityId: 21,
  name: "Urgent",
  description: "No heating or hot water",
  responseDays: 1,
  completionDays: 5,
};

beforeAll(async () => {
  server = await startInProcessServer();
  office = await server.office();
  await office.put("/api/office/clients/1", {
    name: "Fieldfare Homes",
    contracts: [{ contractId: 11, name: "Repairs", sors: [sor] }],
    priorities: [priority],
  });
  await office.put("/api/office/clients/2", { name: "Another", contracts: [], priorities: [] });
  await office.put("/api/office/job-types", [
    { jobDetailTypeId: 21, name: "No heating", jobCategoryId: 2, categoryName: "Gas repair" },
    { jobDetailTypeId: 61, name: "Plumbing", jobCategoryId: 6, categoryName: "Responsive" },
  ]);
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

const address = {
  addressLine1: "7 Lapwing Close",
  addressLine2: null,
  addressLine3: "Leeds",
  addressLine4: null,
  postcode: "ls6 2qx",
};

function aContact(given: object = {}) {
  return {
    propertyContactId: randomUUID(),
    fullName: "Pat Example",
    contactType: 1,
    homeTelephone: null,
    mobilePhone: "07700900123",
    isPrimaryContact: true,
    addedByEngineer: true,
    ...given,
  };
}

/** Adds a property of client 1 with a primary contact. */
async function place(given: object = {}) {
  const contact = aContact();
  const body = {
    propertyId: randomUUID(),
    clientId: 1,
    address,
    clientContracts: [11],
    primaryContact: contact,
    ...given,
  };
  const answer = await sam.caller.post("/Property/SaveNewProperty", body);
  return { answer, propertyId: body.propertyId, contact };
}

async function aQuickJob(given: object = {}) {
  const { propertyId, contact } = await place();
  return {
    jobId: randomUUID(),
    propertyId,
    propertyContactId: contact.propertyContactId,
    clientId: 1,
    clientName: "Fieldfare Homes",
    jobDetailType: 21,
    jobDetails: "Boiler is dead",
    clientJobPriorityId: 21,
    clientJobPriorityName: "Urgent",
    priorityDescription: null,
    contractSors: [{ sorPrice: { sorPriceId: 111 }, quantity: 1.5, shortDescription: "Pump" }],
    dateReceived: "2026-11-23T12:00:00.000Z",
    targetResponseDate: "2026-11-24T23:59:59.000Z",
    targetCompletionDate: "2026-11-28T23:59:59.000Z",
    skipWorkOrderValidation: true,
    ...given,
  };
}

const save = (job: object, { caller } = sam) => caller.post("/Work/SaveNewJob", job);
const book = (jobId: string, { caller } = sam) => caller.post("/api/job/BookQuickJob", { jobId });
const readJobs = async ({ caller } = sam) =>
  ((await caller.get("/api/job")).body as { jobs: { jobId: string }[] }).jobs;

describe("A job that is raised on site", () => {
  it("is saved, booked, and assigned to the engineer with its SORs", async () => {
    const job = await aQuickJob();
    expect(await save(job)).toMatchObject({
      status: 200,
      body: { jobResult: { jobId: job.jobId } },
    });
    expect(await readJobs()).toEqual([]);
    expect(await book(job.jobId)).toMatchObject({ status: 200, body: { jobId: job.jobId } });
    expect(await readJobs()).toMatchObject([
      {
        jobId: job.jobId,
        status: "New",
        appointmentDateTime: "2026-11-23T12:00:00.000Z",
        taskDetails: "Boiler is dead",
        description: {
          categoryName: "Gas repair",
          detailTypeName: "No heating",
          jobPriority: "Urgent",
        },
        property: { propertyId: job.propertyId, postcode: "LS6 2QX" },
        contactId: job.propertyContactId,
        plannedSors: [{ sorCodeId: 7, sorCode: "GA635001", qty: 1.5, usageType: 1 }],
      },
    ]);
  });

  it("has the forms that its type requires", async () => {
    const put = await office.put("/api/office/data/CustomForm", {
      rows: [
        {
          customFormId: randomUUID(),
          customFormDefinitionId: randomUUID(),
          version: 1,
          definition: {
            name: "Check",
            description: "",
            isSubForm: false,
            content: { pages: [{ name: "all", elements: [{ type: "text", name: "found" }] }] },
          },
          jobCategoryId: 2,
          jobDetailTypeId: null,
          jobStageId: null,
          usageRequirement: 3,
          modifiedOn: "2026-11-23T12:00:00.000Z",
        },
      ],
      deletedIds: [],
    });
    expect(put).toMatchObject({ status: 200 });
    const job = await aQuickJob();
    await save(job);
    await book(job.jobId);
    expect(await readJobs()).toMatchObject([
      { customForms: [{ usageRequirement: 3, addedByUser: false }] },
    ]);
  });

  it("sent twice is one job and one appointment", async () => {
    const job = await aQuickJob();
    for (const answer of await Promise.all([save(job), save(job)]))
      expect(answer).toMatchObject({ status: 200 });
    expect(await save({ ...job, clientName: "Renamed" })).toMatchObject({ status: 200 });
    const answers = await Promise.all([book(job.jobId), book(job.jobId)]);
    const again = await book(job.jobId);
    const ids = [...answers, again].map(
      ({ body }) => (body as { fieldOperativeAppointmentId: string }).fieldOperativeAppointmentId,
    );
    expect(new Set(ids).size).toBe(1);
    expect(await readJobs()).toMatchObject([{ taskDetails: "Boiler is dead" }]);
  });

  it("stays with the engineer to whom the office assigned it before it was booked", async () => {
    const alex = await server.installed();
    const job = await aQuickJob();
    await save(job);
    const given = await office.post(`/api/office/jobs/${job.jobId}/assign`, {
      fieldOperativeId: alex.fieldOperativeId,
    });
    expect(await book(job.jobId)).toMatchObject({ status: 200, body: given.body as object });
    expect(await readJobs(alex)).toMatchObject([{ jobId: job.jobId }]);
    expect(await readJobs()).toEqual([]);
  });

  it("under the id of another job is refused", async () => {
    const job = await aQuickJob();
    await save(job);
    for (const given of [
      { jobDetails: "Changed" },
      { contractSors: [] },
      { dateReceived: "2026-11-23T12:00:01.000Z" },
    ])
      expect(await save({ ...job, ...given })).toMatchObject({
        status: 409,
        body: { issues: [{ path: "jobId" }] },
      });
  });

  test.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-23T12:00:00"])(
    "received at %s is refused: no clock can be that wrong",
    async (dateReceived) => {
      expect(await save(await aQuickJob({ dateReceived }))).toMatchObject({
        status: 400,
        body: {
          issues: expect.arrayContaining([expect.objectContaining({ path: "dateReceived" })]),
        },
      });
      const level = `/Work/ClientPriorityServiceLevelAgreements/21/${dateReceived}`;
      expect(await sam.caller.get(level)).toMatchObject({ status: 400 });
    },
  );

  it("of a phone whose clock has lost the date is accepted", async () => {
    const job = await aQuickJob({ dateReceived: "1970-01-01T00:00:10.000Z" });
    expect(await save(job)).toMatchObject({ status: 200 });
  });

  it("carries the names and the priority's description that the server has", async () => {
    const path = `/api/office/quick-jobs?fieldOperativeId=${sam.fieldOperativeId}`;
    const job = await aQuickJob({ clientName: "Renamed", clientJobPriorityName: "Low" });
    expect(await save(job)).toMatchObject({ status: 200 });
    expect((await office.get(path)).body).toMatchObject([
      {
        clientName: "Fieldfare Homes",
        clientJobPriorityName: "Urgent",
        priorityDescription: "No heating or hot water",
      },
    ]);
  });

  it("cannot be saved or booked by another engineer", async () => {
    const alex = await server.installed();
    const job = await aQuickJob();
    await save(job);
    expect(await save(job, alex)).toMatchObject({ status: 409 });
    expect(await book(job.jobId, alex)).toMatchObject({ status: 404 });
    expect(await readJobs(alex)).toEqual([]);
  });

  it("is shown to the office with the service level that the server calculates", async () => {
    const job = await aQuickJob({ targetCompletionDate: "2099-01-01T00:00:00.000Z" });
    await save(job);
    const path = `/api/office/quick-jobs?fieldOperativeId=${sam.fieldOperativeId}`;
    expect((await office.get(path)).body).toMatchObject([
      {
        jobId: job.jobId,
        operativeName: "An engineer",
        targetResponseDate: "2026-11-24T23:59:59.000Z",
        targetCompletionDate: "2026-11-28T23:59:59.000Z",
        bookedOn: null,
        address: expect.stringContaining("7 Lapwing Close") as unknown,
        detailTypeName: "No heating",
        status: "New",
        assignedTo: null,
        need: "engineer",
        cancelledOn: null,
      },
    ]);
  });

  it("is listed as cancelled once the office has cancelled it", async () => {
    const job = await aQuickJob();
    await save(job);
    const { body } = await office.post(`/api/office/jobs/${job.jobId}/cancel`, {
      outcomeId: 8,
      reason: "The tenant mended it",
      force: false,
    });
    const { cancelledOn } = body as { cancelledOn: string };
    const listed = await office.get(
      `/api/office/quick-jobs?fieldOperativeId=${sam.fieldOperativeId}`,
    );
    expect(listed.body).toMatchObject([
      { jobId: job.jobId, status: "Closed", cancelledOn, need: null },
    ]);
  });

  it("needs nothing once it is booked and in time, and is listed page by page", async () => {
    const [first, second] = [await aQuickJob(), await aQuickJob()];
    for (const job of [first, second]) {
      await save(job);
      await book(job.jobId);
    }
    const later = new Date(Date.now() + 7 * 86_400_000).toISOString();
    await server.rows(
      `update quick_job set row = row || jsonb_build_object('targetResponseDate', $1::text, 'targetCompletionDate', $1::text),
         received_on = case when job_id = $2 then received_on else received_on + interval '1 minute' end
        where job_id in ($2, $3)`,
      [later, first.jobId, second.jobId],
    );
    const path = `/api/office/quick-jobs?fieldOperativeId=${sam.fieldOperativeId}&limit=1`;
    const { fieldOperativeId: assignedTo } = sam;
    const page = await office.get(path);
    expect(page.body).toMatchObject([{ jobId: second.jobId, need: null, assignedTo }]);
    const next = await office.get(`${path}&after=${second.jobId}`);
    expect(next.body).toMatchObject([{ jobId: first.jobId }]);
    expect(await office.get(`${path}&after=${randomUUID()}`)).toMatchObject({ status: 400 });
    await server.rows("update job set status = 'Closed' where job_id = $1", [second.jobId]);
    expect((await office.get(`${path}&open=yes`)).body).toMatchObject([{ jobId: first.jobId }]);
  });

  test.each([
    ["clientId", { clientId: 9 }],
    ["propertyId", { clientId: 2 }],
    ["propertyId", { propertyId: randomUUID() }],
    ["propertyContactId", { propertyContactId: randomUUID() }],
    ["jobDetailType", { jobDetailType: 99 }],
    ["clientJobPriorityId", { clientJobPriorityId: 99 }],
    [
      "contractSors",
      { contractSors: [{ sorPrice: { sorPriceId: 9 }, quantity: 1, shortDescription: "x" }] },
    ],
    ["jobDetails", { jobDetails: "  " }],
  ])("with an invalid %s is refused with the reason", async (path, given) => {
    const answer = await save(await aQuickJob(given));
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });
});

describe("A property", () => {
  it("of which no client is known is found for every client, and takes a job of the one that the engineer names", async () => {
    const uprn = String(100_000_000_000 + Math.floor(Math.random() * 1e9));
    const street = `Nuthatch ${randomUUID().slice(0, 8)}`;
    // As an import stores a home whose file names no client, and a tenant with nothing but a name.
    const propertyId = randomUUID();
    const propertyTenantId = randomUUID();
    await server.rows(
      "insert into property (property_id, address_line_1, postcode, uprn) values ($1, $2, 'LS6 2QX', $3)",
      [propertyId, `3 ${street}`, uprn],
    );
    const tenant = {
      propertyTenantId,
      propertyId,
      fullName: "Ash Example",
      isPrimaryTenant: false,
      contactType: null,
      emailAddress: null,
      contactMethodType: 0,
      phones: [],
      addedByEngineer: false,
      flagDeleted: false,
      createdOn: "2026-11-23T12:00:00.000Z",
      modifiedOn: "2026-11-23T12:00:00.000Z",
    };
    await server.rows(
      "insert into property_tenant (property_tenant_id, property_id, row) values ($1, $2, $3)",
      [propertyTenantId, propertyId, JSON.stringify(tenant)],
    );
    const { propertyId: foreign } = await place({
      clientId: 2,
      clientContracts: [],
      address: { ...address, addressLine1: `5 ${street}` },
    });
    for (const words of [street, `3 ${street}`]) {
      const { body } = await sam.caller.get(`/api/property/search/1/${encodeURIComponent(words)}`);
      expect(body).toEqual([{ propertyId, fullAddress: `3 ${street}, LS6 2QX` }]);
    }
    const found = await sam.caller.get(`/Property/${propertyId}`);
    expect(found.body).toMatchObject({ contacts: [{ fullName: "Ash Example" }] });
    const types = await sam.caller.get(`/Work/JobDetailTypeSearch/${propertyId}/heating`);
    expect(types.body).toMatchObject([{ jobDetailTypeId: 21 }]);
    const job = await aQuickJob({ propertyId, propertyContactId: propertyTenantId });
    expect(await save(job)).toMatchObject({ status: 200 });
    const raised = await office.get(`/api/office/jobs/${job.jobId}`);
    expect(raised.body).toMatchObject({
      client: { clientId: 1, name: "Fieldfare Homes" },
      targets: {
        targetResponseDateTime: job.targetResponseDate,
        targetCompletionDateTime: job.targetCompletionDate,
      },
    });
    const wrong = await aQuickJob({ propertyId: foreign });
    expect(await save(wrong)).toMatchObject({ status: 400 });
  });

  it("has a job of the office whose priority of the client counts from when it was raised", async () => {
    const ask = async (jobPriority: string) => {
      const jobId = randomUUID();
      const draft = aDraft({ jobId, jobPriority, property: { ...address, clientId: 1 } });
      expect(await office.post("/api/office/jobs", draft)).toMatchObject({ status: 200 });
      return (await office.get(`/api/office/jobs/${jobId}`)).body as CallAnswer<typeof readJob>;
    };
    const { targets, officeActions } = await ask("Urgent");
    expect(targets).toEqual(computeTargets(priority, new Date(officeActions[0]?.at ?? "")));
    expect(await ask("Soon")).toMatchObject({ targets: null });
  });

  it("is found by parts of its address, among its own client's properties only", async () => {
    const { propertyId } = await place({
      address: { ...address, addressLine1: "99 100% Lane_", addressLine2: "St Mary\u2019s" },
    });
    const found = async (clientId: number, term: string) =>
      (await sam.caller.get(`/api/property/search/${clientId}/${encodeURIComponent(term)}`)).body;
    const expected = [{ propertyId, fullAddress: "99 100% Lane_, St Mary\u2019s, Leeds, LS6 2QX" }];
    for (const term of ["100% lane_", "LS62QX 99 100%", "lane_  leeds", "st marys", "Mary's 99"])
      expect(await found(1, term)).toEqual(expected);
    expect(await found(1, "%%%")).toEqual([]);
    expect(await found(1, "'")).toEqual([]);
    expect(await found(2, "100% lane_")).toEqual([]);
  });

  it("shows its contacts, not those who have left", async () => {
    const { propertyId, contact } = await place();
    const { body } = await sam.caller.get(`/Property/${propertyId}`);
    expect(body).toMatchObject({
      fullAddress: "7 Lapwing Close, Leeds, LS6 2QX",
      contacts: [
        {
          propertyContactId: contact.propertyContactId,
          fullName: "Pat Example",
          mobilePhone: "07700900123",
          isPrimaryContact: true,
        },
      ],
    });
    await server.rows(
      `update property_tenant set row = row || '{"flagDeleted": true}' where property_id = $1`,
      [propertyId],
    );
    const left = await sam.caller.get(`/Property/${propertyId}`);
    expect(left.body).toMatchObject({ contacts: [] });
    expect(await sam.caller.get(`/Property/${randomUUID()}`)).toMatchObject({ status: 404 });
  });

  it("saved twice is one property, and its stored data stays", async () => {
    const { propertyId, contact } = await place();
    const again = await place({
      propertyId,
      primaryContact: aContact({ fullName: "Somebody else" }),
    });
    expect(again.answer).toMatchObject({ status: 200, body: { propertyId } });
    const elsewhere = { ...address, addressLine1: "Elsewhere" };
    const other = await place({ propertyId, address: elsewhere });
    expect(other.answer).toMatchObject({ status: 409, body: { issues: [{ path: "propertyId" }] } });
    expect((await sam.caller.get(`/Property/${propertyId}`)).body).toMatchObject({
      addressLine1: "7 Lapwing Close",
      contacts: [{ propertyContactId: contact.propertyContactId }],
    });
  });

  test.each([
    ["address.postcode", { address: { ...address, postcode: "nowhere" } }],
    ["address.addressLine1", { address: { ...address, addressLine1: " " } }],
    ["clientId", { clientId: 9 }],
    ["clientContracts", { clientContracts: [99] }],
  ])("with a wrong %s is refused", async (path, given) => {
    const { answer } = await place(given);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  it("refuses another contact under an id that is taken", async () => {
    const [{ propertyId, contact }, other] = [await place(), await place()];
    const add = (place: string, given: object) =>
      sam.caller.post(`/Property/${place}/SaveContact`, { ...contact, ...given });
    const refused = { status: 409, body: { issues: [{ path: "propertyContactId" }] } };
    expect(await add(propertyId, {})).toMatchObject({ status: 200 });
    expect(await add(propertyId, { fullName: "Lee Example" })).toMatchObject(refused);
    expect(await add(propertyId, { mobilePhone: null })).toMatchObject(refused);
    expect(await add(other.propertyId, {})).toMatchObject(refused);
  });

  it("does not bring back a contact that the office has removed", async () => {
    const { propertyId, contact } = await place();
    const { propertyContactId } = contact;
    const path = `/Property/${propertyId}/SaveContact`;
    const removal = `/api/office/properties/${propertyId}/tenants/${propertyContactId}`;
    expect(await office.delete(removal)).toMatchObject({ status: 200 });
    expect(await sam.caller.post(path, contact)).toMatchObject({
      status: 409,
      body: { issues: [{ path: "propertyContactId" }] },
    });
    const again = await place({ propertyId, primaryContact: contact });
    expect(again.answer).toMatchObject({ status: 200, body: { propertyId } });
    expect((await sam.caller.get(`/Property/${propertyId}`)).body).toMatchObject({ contacts: [] });
  });

  it("adds another contact once, with a unique name, and has one primary contact", async () => {
    const { propertyId } = await place();
    const contact = aContact({ fullName: "Lee Example" });
    const path = `/Property/${propertyId}/SaveContact`;
    for (let time = 0; time < 2; time += 1)
      expect(await sam.caller.post(path, contact)).toMatchObject({
        status: 200,
        body: { propertyContactId: contact.propertyContactId },
      });
    for (const fullName of [" LEE example", "Lee\u00a0 Example"])
      expect(await sam.caller.post(path, aContact({ fullName }))).toMatchObject({
        status: 409,
        body: { issues: [{ path: "fullName" }] },
      });
    const { body } = await sam.caller.get(`/Property/${propertyId}`);
    expect(body).toMatchObject({
      contacts: [
        { fullName: "Lee Example", isPrimaryContact: true },
        { fullName: "Pat Example", isPrimaryContact: false },
      ],
    });
    expect(
      await sam.caller.post(`/Property/${randomUUID()}/SaveContact`, aContact()),
    ).toMatchObject({ status: 404 });
  });
});

describe("Choices", () => {
  it("are clients, contracts, priorities, types and service levels", async () => {
    const get = async (path: string) => (await sam.caller.get(path)).body;
    expect(await get("/api/fieldoperative/clients/")).toEqual([
      { clientId: 2, name: "Another" },
      { clientId: 1, name: "Fieldfare Homes" },
    ]);
    expect(await get("/Company/ClientContracts/1")).toEqual([
      {
        contractId: 11,
        name: "Repairs",
        sors: [{ sorPriceId: 111, sorCode: "GA635001", shortDescription: "Boiler: replace pump" }],
      },
    ]);
    expect(await get("/Work/ClientJobPriorities/1")).toEqual([
      { value: 21, text: "Urgent", description: "No heating or hot water" },
    ]);
    expect(await get(`/Work/JobDetailTypeSearch/${randomUUID()}/heat`)).toEqual([
      { jobDetailTypeId: 21, name: "No heating", categoryName: "Gas repair" },
    ]);
    expect(
      await get("/Work/ClientPriorityServiceLevelAgreements/21/2026-06-30T23:30:00.000Z"),
    ).toEqual({
      targetResponseDateTime: "2026-07-02T22:59:59.000Z",
      targetCompletionDateTime: "2026-07-06T22:59:59.000Z",
    });
    for (const path of [
      "/Company/ClientContracts/9",
      "/Work/ClientJobPriorities/9",
      "/Work/ClientPriorityServiceLevelAgreements/9/2026-06-30T23:30:00.000Z",
    ])
      expect(await sam.caller.get(path)).toMatchObject({ status: 404 });
  });

  it("of two clients never share a priority id, because priorities are read by their id alone", async () => {
    const put = (clientId: number, priorities: object[]) =>
      office.put(`/api/office/clients/${clientId}`, { name: "Third", contracts: [], priorities });
    expect(await put(3, [priority])).toMatchObject({ status: 409 });
    const own = { ...priority, priorityId: 31 };
    expect(await put(3, [own, own])).toMatchObject({ status: 409 });
    for (let time = 0; time < 2; time += 1)
      expect(await put(3, [own])).toMatchObject({ status: 200 });
  });

  it("of a job type are those in the contracts of the property's client", async () => {
    const none = { contractId: 51, name: "All", sors: [] };
    const put = (contracts: object[]) =>
      office.put("/api/office/clients/5", { name: "Fifth", contracts, priorities: [] });
    await put([{ ...none, jobDetailTypeIds: [61] }]);
    const { propertyId } = await place({ clientId: 5, clientContracts: [] });
    const covered = await place({ clientId: 5, clientContracts: [51] });
    const types = async (at = propertyId) => {
      const { body } = await sam.caller.get(`/Work/JobDetailTypeSearch/${at}/n`);
      return (body as { name: string }[]).map(({ name }) => name);
    };
    expect(await types()).toEqual(["Plumbing"]);
    // A property that the server does not know yet, or a contract without job types, restricts nothing.
    expect(await types(randomUUID())).toEqual(["No heating", "Plumbing"]);
    await put([
      { ...none, jobDetailTypeIds: [61] },
      { ...none, contractId: 52 },
    ]);
    expect(await types()).toEqual(["No heating", "Plumbing"]);
    // A property that was added under one contract is covered by that contract only.
    expect(await types(covered.propertyId)).toEqual(["Plumbing"]);
    expect((await sam.caller.get(`/Property/${covered.propertyId}`)).body).toMatchObject({
      clientContracts: [51],
    });
    await put([]);
    expect(await types()).toEqual(["No heating", "Plumbing"]);
  });

  it("lists the job types by category and name", async () => {
    expect((await office.get("/api/office/job-types")).body).toEqual([
      { jobDetailTypeId: 21, name: "No heating", jobCategoryId: 2, categoryName: "Gas repair" },
      { jobDetailTypeId: 61, name: "Plumbing", jobCategoryId: 6, categoryName: "Responsive" },
    ]);
  });

  it("can be set by the office only", async () => {
    expect(await sam.caller.put("/api/office/job-types", [])).toMatchObject({ status: 403 });
  });
});

describe("The postcode lookup", () => {
  let provider: HttpServer;
  let answer: { status: number; body: string; headers?: Record<string, string> } | "silence";
  let requested: string[];
  let url: string;

  beforeEach(async () => {
    requested = [];
    provider = createServer((request, response) => {
      requested.push(request.url ?? "");
      if (answer === "silence") return;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((ready) => provider.listen(0, "127.0.0.1", ready));
    url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/find/{postcode}`;
  });
  afterEach(async () => {
    provider.closeAllConnections();
    await new Promise((closed) => provider.close(closed));
  });

  const lookUp = (postcode: string, timeoutMs = 5000) =>
    createPostcodeLookUp({ url, timeoutMs })(postcode);

  it("without a provider answers from a small table", async () => {
    const { body } = await sam.caller.get("/api/property/postcode/ls62qx");
    expect(body).toHaveLength(6);
    expect((await sam.caller.get("/api/property/postcode/nowhere")).body).toEqual([]);
  });

  it("calls the configured provider with the formatted postcode", async () => {
    answer = { status: 200, body: JSON.stringify([address]) };
    expect(await lookUp("ls62qx")).toEqual([address]);
    expect(requested).toEqual(["/find/LS6%202QX"]);
  });

  it("never calls the provider with an invalid postcode", async () => {
    expect(await lookUp("../../secret")).toEqual([]);
    expect(requested).toEqual([]);
  });

  it.each([
    ["a malformed body", { status: 200, body: "<html>" }],
    ["another shape", { status: 200, body: '{"a":1}' }],
    ["an error", { status: 500, body: "" }],
    ["too much", { status: 200, body: `[${" ".repeat(1_000_001)}]` }],
    ["another host", { status: 302, body: "", headers: { location: "http://127.0.0.1:1/" } }],
  ])("that answers %s is treated as unavailable", async (_name, given) => {
    answer = given;
    expect(await lookUp("LS6 2QX")).toBeNull();
  });

  it("that is too slow is treated as unavailable", async () => {
    answer = "silence";
    expect(await lookUp("LS6 2QX", 50)).toBeNull();
  });

  it("that is unavailable is answered with a message", async () => {
    const down = await startInProcessServer({
      postcodeProvider: { url: "http://127.0.0.1:1/{postcode}", timeoutMs: 1000 },
    });
    const engineer = await down.installed();
    const got = await engineer.caller.get("/api/property/postcode/LS62QX");
    expect(got).toMatchObject({ status: 503, body: { code: "unavailable" } });
    await down.close();
  });
});
