import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import { aClose, aNote } from "../../testing/closings.ts";
import {
  type InstalledEngineer,
  type InProcessServer,
  startInProcessServer,
  testImage,
} from "../../testing/in-process.ts";
import { aMessage, post } from "../../testing/messages.ts";

let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;
let alex: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer({ homesPerDay: 3, filesDocuments: false });
  office = await server.office();
  alex = await server.installed();
  await office.put("/api/office/clients/1", {
    name: "Fieldfare Homes",
    contracts: [],
    priorities: [
      {
        priorityId: 21,
        name: "Urgent",
        description: null,
        responseDays: 1,
        completionDays: 5,
      },
    ],
  });
  await office.put("/api/office/job-types", [
    { jobDetailTypeId: 21, name: "No heating", jobCategoryId: 2, categoryName: "Gas repair" },
  ]);
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

/** A home where Alex has closed a job with a photo, a public and a private note. */
async function aVisitedHome() {
  const job = await server.job(alex);
  const { jobId, propertyId } = job;
  await server.rows("update property set client_id = 1 where property_id = $1", [propertyId]);
  const notes = [
    aNote(job, {
      description: "New fan",
      isPublic: true,
      createdOn: "2026-11-21T09:00:00.000Z",
    }),
    aNote(job, {
      description: "The tenant was rude",
      isPublic: false,
      createdOn: "2026-11-21T09:01:00.000Z",
    }),
  ];
  const closed = await post(alex, aMessage("JobClose", aClose(job, { job: { notes } })));
  expect(closed).toMatchObject({ status: 200 });
  const imageId = randomUUID();
  const sha256 = createHash("sha256").update(testImage).digest("hex");
  await server.objects.put(sha256, testImage);
  await server.rows(
    `insert into job_image (image_id, job_id, entity_id, message_id, field_operative_appointment_id,
       associate_to_job, sha256, bytes, content_type, width, height, taken_on)
     values ($1, $2, $2, $1, $3, true, $4, 70, 'image/png', 1, 1, now())`,
    [imageId, jobId, job.fieldOperativeAppointmentId, sha256],
  );
  return { jobId, propertyId, imageId };
}

async function aHome(): Promise<string> {
  const propertyId = randomUUID();
  await server.rows(
    `insert into property (property_id, address_line_1, postcode, client_id)
     values ($1, '7 Lapwing Close', 'LS6 2QX', 1)`,
    [propertyId],
  );
  return propertyId;
}

const aContact = () => ({
  propertyContactId: randomUUID(),
  fullName: `Pat ${randomUUID().slice(0, 8)}`,
  contactType: 1,
  homeTelephone: null,
  mobilePhone: "07700900123",
  isPrimaryContact: true,
  addedByEngineer: true,
});

const aQuickJob = (propertyId: string, propertyContactId: string) => ({
  jobId: randomUUID(),
  propertyId,
  propertyContactId,
  clientId: 1,
  clientName: "Fieldfare Homes",
  jobDetailType: 21,
  jobDetails: "Boiler is dead",
  clientJobPriorityId: 21,
  clientJobPriorityName: "Urgent",
  priorityDescription: null,
  contractSors: [],
  dateReceived: "2026-11-23T12:00:00.000Z",
  targetResponseDate: "2026-11-24T23:59:59.000Z",
  targetCompletionDate: "2026-11-28T23:59:59.000Z",
  skipWorkOrderValidation: true,
});

/** Sam raises a job at the home, and books it. */
async function raiseAt(propertyId: string, caller = sam.caller) {
  const contact = aContact();
  await caller.post(`/Property/${propertyId}/SaveContact`, contact);
  const job = aQuickJob(propertyId, contact.propertyContactId);
  expect(await caller.post("/Work/SaveNewJob", job)).toMatchObject({ status: 200 });
  const { body } = await caller.post("/api/job/BookQuickJob", { jobId: job.jobId });
  return body as { jobId: string; fieldOperativeAppointmentId: string };
}

const notesIn = async (jobId: string, caller = sam.caller) => {
  const { body } = await caller.get("/api/job");
  const { jobs } = body as {
    jobs: { jobId: string; history: { notes: { note: string }[] }[] }[];
  };
  const job = jobs.find((each) => each.jobId === jobId);
  return job?.history.flatMap(({ notes }) => notes.map(({ note }) => note));
};

const setPerms = (perms: readonly string[]) =>
  server.rows("update account set perms = $2 where account_id = $1", [sam.accountId, perms]);

const eventsOf = async (subject: string) => {
  const { body } = await office.get(`/api/office/audit?limit=999&subject=${subject}`);
  return (body as { events: { type: string; object: { id: string }; after: unknown }[] }).events;
};

describe("an engineer without the permission", () => {
  it.each([
    ["searches no properties", () => sam.caller.get("/api/property/search/1/lapwing"), "18#2"],
    ["opens no home", async () => sam.caller.get(`/Property/${await aHome()}`), "18#1"],
    [
      "adds no home",
      () =>
        sam.caller.post("/Property/SaveNewProperty", {
          propertyId: randomUUID(),
          clientId: 1,
          address: {
            addressLine1: "7 Lapwing Close",
            addressLine2: null,
            addressLine3: null,
            addressLine4: null,
            postcode: "LS6 2QX",
          },
          clientContracts: [],
          primaryContact: null,
        }),
      "18#3",
    ],
    [
      "adds no contact",
      async () => sam.caller.post(`/Property/${await aHome()}/SaveContact`, aContact()),
      "18#4",
    ],
    [
      "raises no job, which would show the home",
      async () => sam.caller.post("/Work/SaveNewJob", aQuickJob(await aHome(), randomUUID())),
      "18#1",
    ],
  ])("%s, from the next call on", async (_what, request, missing) => {
    expect((await request()).status).not.toBe(403);
    const others = ["18#1", "18#2", "18#3", "18#4"].filter((perm) => perm !== missing);
    await setPerms(["13#1,2,3,4", ...others]);
    expect(await request()).toMatchObject({
      status: 403,
      body: { code: "permission-missing", issues: [{ path: "permission", message: missing }] },
    });
  });

  it("had them until now, and a new engineer has them unless the office says otherwise", async () => {
    const id = randomUUID();
    const body = { name: "Kim", email: `${id}@fieldfare.example`, password: "A-long-password" };
    await office.put(`/api/office/operatives/${id}`, body);
    const perms = () =>
      server.rows("select perms from account where field_operative_id = $1", [id]);
    expect(await perms()).toEqual([{ perms: ["18#1,2,3,4"] }]);
    await office.put(`/api/office/operatives/${id}`, { ...body, perms: ["18#0"] });
    expect(await perms()).toEqual([{ perms: ["18#0"] }]);
    await office.put(`/api/office/operatives/${id}`, body);
    expect(await perms()).toEqual([{ perms: ["18#0"] }]);
  });
});

describe("a system that puts its engineers with a list from before there were permissions for properties", () => {
  const put = (perms: readonly string[]) =>
    office.put(`/api/office/operatives/${sam.fieldOperativeId}`, {
      name: "Sam",
      email: sam.email,
      perms,
    });
  const search = async () => (await sam.caller.get("/api/property/search/1/lapwing")).status;

  it.each([[["21#1"]], [[]]])("takes no search away with %j", async (listed) => {
    expect(await put(listed)).toMatchObject({ status: 200 });
    expect(await search()).toBe(200);
  });

  it("grants only what the list names of the area, and nothing with 18#0", async () => {
    await put(["21#1", "18#1"]);
    expect(await search()).toBe(403);
    await put(["21#1", "18#2"]);
    expect(await search()).toBe(200);
    await put(["21#1", "18#0"]);
    expect(await search()).toBe(403);
  });
});

describe("what an engineer opens is recorded", () => {
  it("searches and homes, and not those of a job of the office", async () => {
    await sam.caller.get("/api/property/search/1/lapwing%20close");
    const propertyId = await aHome();
    await sam.caller.get(`/Property/${propertyId}`);
    const own = await server.job(sam);
    await sam.caller.get(`/Property/${own.propertyId}`);
    const opened = (await eventsOf(sam.fieldOperativeId)).filter(({ type }) =>
      type.startsWith("property-"),
    );
    expect(opened).toMatchObject([
      {
        type: "property-searched",
        object: { id: "1" },
        after: { words: 2, found: expect.any(Number) },
      },
      { type: "property-read", object: { id: propertyId } },
    ]);
    // A word may be somebody's name, and an entry cannot be erased.
    expect(JSON.stringify(opened)).not.toContain("lapwing");
  });

  it("and more homes on a day than the setting allows raise one alarm", async () => {
    const alarms = async () => {
      const { body } = await office.get("/api/office/alarms?kind=many-homes-opened");
      return (body as { details: { fieldOperativeId: string; homes: number } }[])
        .map(({ details }) => details)
        .filter(({ fieldOperativeId }) => fieldOperativeId === sam.fieldOperativeId);
    };
    const homes = await Promise.all([1, 2, 3].map(() => aHome()));
    for (const home of [...homes, ...homes]) await sam.caller.get(`/Property/${home}`);
    expect(await alarms()).toEqual([]);
    for (const home of [await aHome(), await aHome()]) await sam.caller.get(`/Property/${home}`);
    expect(await alarms()).toMatchObject([{ homes: 4 }]);
  });
});

describe("what an engineer adds is recorded with who added it, and from which device", () => {
  const address = {
    addressLine1: "9 Lapwing Close",
    addressLine2: null,
    addressLine3: null,
    addressLine4: null,
    postcode: "LS6 2QX",
  };
  const entriesAbout = async (subject: string) => {
    const { body } = await office.get(`/api/office/audit?limit=999&subject=${subject}`);
    return (body as { events: object[] }).events;
  };
  const bySam = () => ({
    actor: { accountId: sam.accountId },
    deviceId: sam.deviceId,
    fieldOperativeId: sam.fieldOperativeId,
    address: "127.0.0.1",
  });

  it("a home with its contact, once, and without the name of the contact", async () => {
    const [propertyId, primaryContact] = [randomUUID(), aContact()];
    const body = { propertyId, clientId: 1, address, clientContracts: [], primaryContact };
    for (let time = 1; time <= 2; time += 1)
      expect(await sam.caller.post("/Property/SaveNewProperty", body)).toMatchObject({
        status: 200,
      });
    const entries = await entriesAbout(propertyId);
    expect(entries).toMatchObject([
      { type: "property-added", ...bySam(), after: { addressLine1: "9 Lapwing Close" } },
      {
        type: "property-details-added",
        ...bySam(),
        after: { contacts: [primaryContact.propertyContactId] },
      },
    ]);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain(primaryContact.fullName);
  });

  it("a contact of a home", async () => {
    const [propertyId, contact] = [await aHome(), aContact()];
    await sam.caller.post(`/Property/${propertyId}/SaveContact`, contact);
    expect(await entriesAbout(propertyId)).toMatchObject([
      {
        type: "property-details-added",
        ...bySam(),
        after: { contacts: [contact.propertyContactId] },
      },
    ]);
  });

  it("a job, and that its engineer has taken it", async () => {
    const { jobId } = await raiseAt(await aHome());
    await sam.caller.post("/api/job/BookQuickJob", { jobId });
    const entries = await entriesAbout(jobId);
    expect(entries).toMatchObject([
      { type: "job-raised", ...bySam(), after: { fieldOperativeId: null } },
      {
        type: "job-assigned",
        ...bySam(),
        before: { fieldOperativeId: null },
        after: { fieldOperativeId: sam.fieldOperativeId },
      },
    ]);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain("Boiler is dead");
  });
});

describe("a job that an engineer raises", () => {
  it("opens no photos, documents or private notes of earlier visits", async () => {
    const { propertyId, jobId, imageId } = await aVisitedHome();
    const { documents } = (await alex.caller.get(`/api/job/${jobId}/history`)).body as {
      documents: { documentId: string }[];
    };
    const documentId = documents[0]?.documentId;
    expect((await alex.caller.get(`/document/downloadaspdf/${documentId}`)).status).toBe(200);
    const raised = await raiseAt(propertyId);
    expect(await notesIn(raised.jobId)).toEqual(["New fan"]);
    expect((await sam.caller.get(`/api/job/${jobId}/history`)).body).toEqual({
      documents: [],
      images: [],
    });
    expect((await sam.caller.get(`/document/download/${imageId}`)).status).toBe(404);
    expect((await sam.caller.get(`/document/downloadaspdf/${documentId}`)).status).toBe(404);
  });

  it("opens what the office allows", async () => {
    const open = await server.startAnother({
      raisedJobHistory: ["photos", "documents", "private-notes"],
    });
    const caller = sam.caller.with({}, open);
    const { propertyId, jobId, imageId } = await aVisitedHome();
    const raised = await raiseAt(propertyId, caller);
    expect(await notesIn(raised.jobId, caller)).toEqual(["New fan", "The tenant was rude"]);
    expect((await caller.get(`/api/job/${jobId}/history`)).body).toMatchObject({
      documents: [{}],
      images: [{ documentId: imageId }],
    });
    expect((await caller.get(`/document/download/${imageId}`)).status).toBe(200);
    await post(sam, aMessage("JobClose", aClose(raised)));
    expect((await caller.get(`/document/download/${imageId}`)).status).toBe(404);
  });

  it("shows the own work of its engineer after it has ended, and nothing else of the home", async () => {
    const { propertyId, jobId } = await aVisitedHome();
    const raised = await raiseAt(propertyId);
    await post(sam, aMessage("JobClose", aClose(raised)));
    expect((await sam.caller.get(`/api/job/${raised.jobId}/history`)).status).toBe(200);
    expect((await sam.caller.get(`/api/job/${jobId}/history`)).status).toBe(404);
  });
});

describe("a job of the office", () => {
  it("opens earlier visits while the engineer has it, and not after it has ended or moved", async () => {
    const { propertyId, jobId, imageId } = await aVisitedHome();
    const given = await server.job(sam);
    const moveTo = (property: string) =>
      server.rows("update job set property_id = $2 where job_id = $1", [given.jobId, property]);
    expect((await sam.caller.get(`/document/download/${imageId}`)).status).toBe(404);
    await moveTo(propertyId);
    expect((await sam.caller.get(`/document/download/${imageId}`)).status).toBe(200);
    expect(await notesIn(given.jobId)).toEqual(["New fan", "The tenant was rude"]);
    await office.post(`/api/office/jobs/${given.jobId}/assign`, {
      fieldOperativeId: alex.fieldOperativeId,
    });
    expect((await sam.caller.get(`/document/download/${imageId}`)).status).toBe(404);
    expect((await sam.caller.get(`/api/job/${jobId}/history`)).status).toBe(404);
  });
});
