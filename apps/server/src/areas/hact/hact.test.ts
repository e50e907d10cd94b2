import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallBody } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { putRows } from "../../database/data-sets.ts";
import {
  aClose,
  aNoAccess,
  aNote,
  aPart,
  aSor,
  sendImage,
  visitedOn,
} from "../../testing/closings.ts";
import { type FakeHousingSystem, startHousingSystem } from "../../testing/housing-system.ts";
import { testImage, testImageUrl } from "../../testing/in-process.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";
import { defaultCodes } from "./codes.ts";

let server: TestServer;
let housing: FakeHousingSystem;
let engineer: TestEngineer;

beforeAll(async () => {
  housing = await startHousingSystem();
  server = await startTestServer({
    config: {
      taskIntervalSeconds: 0.5,
      housingSystem: { url: housing.url, token: "secret-token", days: 5 },
      hactEvidence: "embedded",
    },
  });
  engineer = await server.addEngineer("Hal");
  await putRows(server.database, "Sor", [
    { sorCodeId: 7, code: "GA635001", description: "Service the boiler", unit: "IT" },
    { sorCodeId: 8, code: "GA635002", description: "Renew the pump", unit: "IT" },
  ]);
  await server.call(office.putHactCodes, {
    body: { sors: { "PUMP-1": "GA635002" }, operatives: { "OP-9": engineer.email } },
  });
});
afterAll(async () => {
  await server.stop();
  await housing.close();
});
beforeEach(() => {
  housing.answer = () => 200;
});

type Raise = CallBody<typeof office.raiseRepair>;

const newReference = () => `WO-${randomUUID().slice(0, 8)}`;

function aRaise(more: Partial<Raise> = {}): Raise {
  return {
    Reference: [{ ID: newReference(), AllocatedBy: "Housing system" }],
    DescriptionOfWork: "Boiler makes a noise",
    Priority: { PriorityCode: 2, RequiredCompletionDateTime: "2026-12-01T17:00:00.000Z" },
    WorkClass: { WorkClassCode: 0 },
    WorkElement: [
      {
        Reference: { ID: "E1" },
        Trade: [{ Code: "GR" }],
        RateScheduleItem: [{ M3NHFSORCode: "GA635001", Quantity: { Amount: [1] } }],
      },
    ],
    SitePropertyUnit: [
      {
        Address: {
          BuildingNumber: "3",
          StreetName: "High Street",
          CityName: "Leeds",
          PostalCode: "LS1 1AA",
        },
      },
    ],
    ...more,
  };
}

async function raise(message: Raise) {
  return server.call(office.raiseRepair, { body: message });
}

function aSchedule(ID: string, more: object = {}) {
  return {
    ...aRaise(),
    Reference: [{ ID }],
    InstructedBy: { Name: "Example Homes" },
    AssignedToPrimary: { Person: { Name: { Full: "Hal" }, Identification: { Number: "OP-9" } } },
    RefinedAppointmentWindow: {
      Date: "2026-07-01",
      TimeOfDay: { Name: "AM", EarliestArrivalTime: "09:30:00" },
    },
    ...more,
  };
}

/** Schedules the work order for the engineer, and returns the ids of the visit. */
async function schedule(reference: string) {
  const { jobId } = await server.call(office.scheduleRepair, { body: aSchedule(reference) });
  const { job } = await server.call(office.readJob, { params: { jobId } });
  return { jobId, fieldOperativeAppointmentId: job.fieldOperativeAppointmentId };
}

const updatesOf = (reference: string) =>
  server.call(office.listJobStatusUpdates, { params: { reference } });

/** What the housing system has received about a work order. */
function receivedOf(reference: string) {
  return housing.received.filter(({ body }) => JSON.stringify(body).includes(`"${reference}"`));
}

/** Lets the queue try again what waits after a failure, as soon as it does. */
async function retryNow(reference: string) {
  const query = `update pgboss.job set start_after = now()
    where name = 'hact' and state = 'retry' and data ->> 'reference' = $1`;
  const retry = async () => (await server.database.pool.query(query, [reference])).rowCount;
  await expect.poll(retry).toBe(1);
}

describe("RaiseRepair", () => {
  it("becomes a job with its text, priority, SORs, alerts, access and home", async () => {
    const message = aRaise({
      LocationOfRepair: "Kitchen",
      AccessInformation: { Keysafe: { Location: "By the door", Code: "1234" } },
      PersonAlert: [{ Type: "10", Comments: "Unmistakable comment about a person" }],
      LocationAlert: [{ Type: 20, Comments: "Asbestos in the loft" }],
      WorkElement: [
        { Reference: { ID: "E1" }, RateScheduleItem: [{ M3NHFSORCode: "ga635001" }] },
        { RateScheduleItem: [{ CustomCode: "PUMP-1", Quantity: { Amount: [2] } }] },
      ],
    });
    const { jobId, formattedJobId, workOrderReference } = await raise(message);
    expect(formattedJobId).toBe(workOrderReference);
    const { job } = await server.call(office.readJob, { params: { jobId } });
    expect(job).toMatchObject({
      description: {
        jobPriority: "Priority 2",
        accessNotes: null,
        categoryName: "Responsive",
      },
      keySafe: { location: "By the door", code: "1234" },
      property: { addressLine1: "3 High Street", addressLine2: "Leeds", postcode: "LS1 1AA" },
    });
    expect(job.taskDetails).toContain("Where: Kitchen");
    expect(job.plannedSors).toMatchObject([
      { sorCode: "GA635001", qty: 1 },
      { sorCode: "GA635002", qty: 2 },
    ]);
    const notices = job.property.notifications.map(({ description }) => description);
    expect(notices.toSorted()).toEqual([
      expect.stringContaining("Asbestos in the loft"),
      expect.stringContaining("Ask the office"),
    ]);
  });

  it("has a line of the address that is not too long for a phone", async () => {
    const [place] = aRaise().SitePropertyUnit ?? [];
    const Address = {
      ...place?.Address,
      BuildingNumber: "3".repeat(50),
      StreetName: "High ".repeat(40),
    };
    const { jobId } = await raise(aRaise({ SitePropertyUnit: [{ ...place, Address }] }));
    const { job } = await server.call(office.readJob, { params: { jobId } });
    expect(job.property.addressLine1).toHaveLength(200);
  });

  it("keeps the comment of an alert about a person out of every table", async () => {
    const { rows: tables } = await server.database.pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      const { rowCount } = await server.database.pool.query(
        `select from ${name} t where t::text like '%Unmistakable comment%'`,
      );
      expect([name, rowCount]).toEqual([name, 0]);
    }
  });

  it("is the same job when it comes again, also many times at once, and another one is refused", async () => {
    const message = aRaise();
    const answers = await Promise.all([1, 2, 3, 4].map(() => raise(message)));
    expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);
    const other = await server.request(office.raiseRepair, {
      body: { ...message, DescriptionOfWork: "Something else" },
    });
    expect(other).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("is taken with the members that have no place here, which are no other content", async () => {
    const message = aRaise();
    const standard = {
      ...message,
      Priority: { ...message.Priority, NumberOfDays: 5 },
      WorkClass: { ...message.WorkClass, WorkClassDescription: "Response", WorkClassSubType: {} },
      WorkElement: message.WorkElement?.map((one) => ({ ...one, ServiceChargeSubject: "no" })),
      EstimatedLaborHours: 1.5,
      WorkType: { WorkTypeCode: 1 },
      InstructedBy: { Name: "Example Homes" },
      ServiceRequestReference: [{ ID: "SR-1" }],
      DateRaised: "2026-06-01T09:00:00.000Z",
      SomethingOfALaterVersion: { deep: [1, null] },
    };
    const raised = await raise(standard);
    expect(await raise(message)).toEqual(raised);
    const scheduled = { ...aSchedule(raised.workOrderReference), LaterMember: [] };
    expect(await server.call(office.scheduleRepair, { body: scheduled })).toMatchObject({
      jobId: raised.jobId,
    });
  });
  it("is known by its content where it has no reference", async () => {
    const message = aRaise({ Reference: null, DateReported: "2026-11-20T10:00:00.000Z" });
    const [one, again] = [await raise(message), await raise(message)];
    expect(again).toEqual(one);
    const later = await raise({ ...message, DateReported: "2026-11-21T10:00:00.000Z" });
    expect(later.jobId).not.toBe(one.jobId);
    expect(await updatesOf(one.jobId)).toEqual([]);
  });

  it("finds the home by its UPRN, and then needs no address", async () => {
    const uprn = String(Math.floor(Math.random() * 1e11) + 1e10);
    const unit = { Reference: [{ ID: "P-1" }, { ID: uprn, Description: "UPRN" }] };
    const unknown = await server.request(office.raiseRepair, {
      body: aRaise({ SitePropertyUnit: [unit] }),
    });
    expect(unknown).toMatchObject({
      status: 400,
      body: { issues: [{ path: "SitePropertyUnit.0" }] },
    });
    const [place] = aRaise().SitePropertyUnit ?? [];
    const first = await raise(aRaise({ SitePropertyUnit: [{ ...place, ...unit }] }));
    const second = await raise(aRaise({ SitePropertyUnit: [unit] }));
    const homeOf = async (jobId: string) =>
      (await server.call(office.readJob, { params: { jobId } })).job.property.propertyId;
    expect(await homeOf(second.jobId)).toBe(await homeOf(first.jobId));
  });

  it.each<[string, Partial<Raise>, string, string]>([
    [
      "priority",
      { Priority: { PriorityCode: "99", RequiredCompletionDateTime: visitedOn } },
      "Priority.PriorityCode",
      'The code "99" is missing from the table "priorities"',
    ],
    [
      "work class",
      { WorkClass: { WorkClassCode: "__proto__" } },
      "WorkClass.WorkClassCode",
      'The code "__proto__" is missing from the table "workClasses"',
    ],
    [
      "SOR",
      { WorkElement: [{ RateScheduleItem: [{ CustomCode: "XX1" }] }] },
      "WorkElement.0.RateScheduleItem.0.CustomCode",
      'The code "XX1" is missing from the table "sors"',
    ],
  ])("with a %s that nobody knows is refused with its table", async (_, more, path, text) => {
    const message = aRaise(more);
    const { status, body } = await server.request(office.raiseRepair, { body: message });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { issues: [{ path, message: expect.stringContaining(text) }] },
    });
    // Nothing of it is stored: it is taken once the table has the code.
    expect((await raise({ ...aRaise(), Reference: message.Reference })).jobId).toBeTruthy();
  });
});

describe("The tables", () => {
  it("decide the type of job, the notices and which steps are sent", async () => {
    const { statuses } = await server.call(office.readHactCodes);
    const damp = {
      jobCategoryId: 7,
      categoryName: "Damp and mould",
      jobDetailTypeId: 71,
      detailTypeName: "Inspection",
    };
    const notice = { description: "Two people go", severity: 2, alertEngineer: true } as const;
    await server.call(office.putHactCodes, {
      body: {
        workClasses: { ...defaultCodes.workClasses, "30": damp },
        personAlerts: { "10": notice, "20": null },
        statuses: { ...statuses, travelling: null },
      },
    });
    const message = aRaise({
      WorkClass: { WorkClassCode: 30 },
      PersonAlert: [{ Type: "10" }, { Type: "20" }],
    });
    const { jobId, workOrderReference } = await raise(message);
    const { job } = await server.call(office.readJob, { params: { jobId } });
    expect(job.description.categoryName).toBe("Damp and mould");
    expect(job.property.notifications).toMatchObject([{ description: "Two people go" }]);
    const visit = await schedule(workOrderReference);
    await step(visit, "Travelling");
    await step(visit, "OnSite");
    const types = (await updatesOf(workOrderReference)).map((update) => update.OtherType);
    expect(types).toEqual([undefined, "onSite"]);
    await server.call(office.putHactCodes, { body: { statuses, personAlerts: {} } });
    const { events } = await server.call(office.listAudit, {
      query: { action: "hact-codes-changed" },
    });
    expect(events.length).toBeGreaterThan(1);
  });

  it("make an alert one of the job, from the list of alerts", async () => {
    const dog = { code: "DOG", description: "Dog", severity: 1, alertEngineer: true } as const;
    await server.call(office.putAlertCodes, { body: { alertCodes: [dog] } });
    await server.call(office.putHactCodes, {
      body: {
        personAlerts: { "10": { alertCode: "DOG" } },
        locationAlerts: { "20": { alertCode: "DOG" }, "30": { alertCode: "GONE" } },
      },
    });
    const { jobId } = await raise(
      aRaise({
        PersonAlert: [{ Type: "10", Comments: "Unmistakable comment about a person" }],
        LocationAlert: [{ Type: 20, Comments: "Behind the gate" }],
        AccessInformation: {
          Description: "Ring twice",
          Keysafe: { Location: "By the door", Code: "1".repeat(60) },
        },
      }),
    );
    const { job, needs } = await server.call(office.readJob, { params: { jobId } });
    expect(needs).toMatchObject({
      alertCodes: ["DOG"],
      keySafe: { location: "By the door", code: null },
    });
    expect(job.description.accessNotes).toBe(`Ring twice\nKey safe: code ${"1".repeat(60)}`);
    expect(job.property.notifications).toMatchObject([{ description: "Dog" }]);
    expect(job.taskDetails).toContain("Alert: Behind the gate");
    expect(JSON.stringify(job)).not.toContain("Unmistakable");
    const unknown = aRaise({ LocationAlert: [{ Type: 30 }] });
    const answer = await server.request(office.raiseRepair, { body: unknown });
    expect(answer.status).toBe(400);
    await server.call(office.putHactCodes, { body: { personAlerts: {}, locationAlerts: {} } });
  });

  it("refuse what is no table", async () => {
    for (const body of [{ priorities: { "1": 5 } }, { outcomes: { "9": {} } }, { trades: [] }]) {
      const { status } = await server.request(office.putHactCodes, { body });
      expect(status).toBe(400);
    }
  });
});

async function step(
  visit: { jobId: string; fieldOperativeAppointmentId: string },
  currentStatus: "Travelling" | "OnSite" | "AccessGained",
) {
  const body = { ...visit, currentStatus, changeTimestamp: visitedOn };
  expect((await server.send(engineer, "JobStatusChange", body)).status).toBe(200);
}

describe("ScheduleRepair", () => {
  it("raises a job with its appointment in London's time and its engineer", async () => {
    const reference = newReference();
    const { jobId } = await server.call(office.scheduleRepair, { body: aSchedule(reference) });
    const again = await server.call(office.scheduleRepair, { body: aSchedule(reference) });
    expect(again.jobId).toBe(jobId);
    const read = await server.call(office.readJob, { params: { jobId } });
    expect(read.fieldOperativeId).toBe(engineer.fieldOperativeId);
    expect(read.job.appointmentDateTime).toBe("2026-07-01T08:30:00.000Z");
    expect(await updatesOf(reference)).toMatchObject([
      {
        TypeCode: "10",
        OperativesAssigned: [{ NameFull: "Hal" }],
        RefinedAppointmentWindow: { Date: "2026-07-01", TimeOfDay: { Name: "AM" } },
      },
    ]);
  });

  it("moves a repair that was raised before, and is refused once it is closed", async () => {
    const { jobId, workOrderReference } = await raise(aRaise());
    const visit = await schedule(workOrderReference);
    expect(visit.jobId).toBe(jobId);
    const later = aSchedule(workOrderReference, {
      RefinedAppointmentWindow: { Date: "2026-12-02", TimeOfDay: { Name: "PM" } },
    });
    await server.call(office.scheduleRepair, { body: later });
    const { job } = await server.call(office.readJob, { params: { jobId } });
    expect(job.appointmentDateTime).toBe("2026-12-02T08:00:00.000Z");
    await server.send(engineer, "JobClose", aClose(visit));
    const { status } = await server.request(office.scheduleRepair, {
      body: aSchedule(workOrderReference, { DescriptionOfWork: "More" }),
    });
    expect(status).toBe(409);
  });

  it("needs the permissions for what it does", async () => {
    const machine = async (permissions: readonly string[]) => {
      const clientId = randomUUID();
      await server.call(office.putApiClient, {
        params: { clientId },
        body: { name: `Housing ${clientId}`, permissions: [...permissions] },
      });
      const { secret } = await server.call(office.addApiClientSecret, {
        params: { clientId },
        body: {},
      });
      const answer = await fetch(`${server.origin}/api/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: clientId,
          client_secret: secret,
        }),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const adds = await machine([office.permissionString("Job.Add")]);
    const body = aSchedule(newReference());
    expect((await server.request(office.scheduleRepair, { body, token: adds })).status).toBe(403);
    const both = await machine(
      (["Job.Add", "Job.Allocate"] as const).map((name) => office.permissionString(name)),
    );
    expect((await server.request(office.scheduleRepair, { body, token: both })).status).toBe(200);
  });
});

describe("What comes back", () => {
  it("is each step in its order, and the completion with SORs, parts, photos and operative", async () => {
    const { workOrderReference: reference } = await raise(aRaise());
    const visit = await schedule(reference);
    for (const status of ["Travelling", "OnSite", "AccessGained"] as const)
      await step(visit, status);
    const early = await server.request(office.readWorkOrderComplete, { params: { reference } });
    expect(early.status).toBe(404);
    const photo = await sendImage(server, engineer, visit, testImage);
    await server.send(
      engineer,
      "JobClose",
      aClose(visit, {
        manifest: [photo],
        job: {
          notes: [aNote(visit), aNote(visit, { description: "Unmistakable", isPublic: false })],
          parts: [aPart(visit, { internalPartCode: "FAN-1", qtyUsed: 2 })],
          plannedSors: [
            aSor(visit, { qtyUsed: 1 }),
            aSor(visit, { sorCodeId: 8, sorCode: "GA635002", qtyUsed: 3, usageType: 2 }),
          ],
        },
      }),
    );
    await expect
      .poll(() =>
        receivedOf(reference)
          .map(({ type }) => type)
          .at(-1),
      )
      .toBe("WorkOrderComplete");
    const received = receivedOf(reference);
    expect(received.map(({ body }) => body)).toMatchObject([
      { TypeCode: "10" },
      { OtherType: "travelling" },
      { OtherType: "onSite" },
      { OtherType: "accessGained" },
      { OtherType: "complete" },
      { WorkOrderReference: { ID: reference, AllocatedBy: "Housing system" } },
    ]);
    expect(received.every(({ authorization }) => authorization === "Bearer secret-token")).toBe(
      true,
    );
    expect(new Set(received.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6);
    const complete = await server.call(office.readWorkOrderComplete, { params: { reference } });
    expect(received.at(-1)?.body).toEqual(complete);
    expect(complete).toMatchObject({
      BillOfMaterialItem: [{ CustomCode: "FAN-1", CustomName: "Fan", Quantity: { Amount: [2] } }],
      CompletedWorkElements: [
        {
          Reference: { ID: "E1" },
          RateScheduleItem: [{ M3NHFSORCode: "GA635001", Quantity: { Amount: [1] } }],
        },
        { RateScheduleItem: [{ CustomCode: "PUMP-1", Quantity: { Amount: [3] } }] },
      ],
      OperativesUsed: [{ NameFull: "Hal", Identification: { Number: engineer.fieldOperativeId } }],
    });
    const last = complete.JobStatusUpdates.at(-1);
    expect(last).toMatchObject({
      Comments: "Replaced the fan",
      Evidence: [
        {
          URI: `${server.origin}/api/office/images/${photo.imageId}`,
          EmbeddedFileBinaryObject: testImage.toString("base64"),
        },
      ],
    });
    const { events } = await server.call(office.listAudit, { query: { subject: photo.imageId } });
    expect(events).toMatchObject([{ type: "image-read", after: { jobId: visit.jobId } }]);
    expect(JSON.stringify(received)).not.toContain("Unmistakable");
  });

  it("has a visit that counts later: of a job that is given back, or of an account that is enabled", async () => {
    const other = await server.addEngineer("Ida");
    const close = async (visit: Awaited<ReturnType<typeof schedule>>) => {
      const photo = await sendImage(server, engineer, visit, testImage);
      await step(visit, "AccessGained");
      const plannedSors = [aSor(visit, { qtyUsed: 1 })];
      await server.send(
        engineer,
        "JobClose",
        aClose(visit, { manifest: [photo], job: { plannedSors } }),
      );
    };
    const readSteps = async (reference: string) =>
      (await updatesOf(reference)).map(({ OtherType, TypeCode }) => OtherType ?? TypeCode);
    const readTypes = (reference: string) => receivedOf(reference).map(({ type }) => type);

    const { workOrderReference: moved } = await raise(aRaise());
    const visit = await schedule(moved);
    const params = { jobId: visit.jobId };
    const { fieldOperativeId } = other;
    await server.call(office.assignJob, { params, body: { fieldOperativeId } });
    await close(visit);
    expect(await readSteps(moved)).toEqual(["10", "10"]);
    const { fieldOperativeAppointmentId } = visit;
    await server.call(office.giveBackJob, { params, body: { fieldOperativeAppointmentId } });
    expect(await readSteps(moved)).toEqual(["10", "10", "10", "accessGained", "complete"]);
    const assigned = (await updatesOf(moved)).slice(0, 3);
    expect(assigned.map(({ OperativesAssigned }) => OperativesAssigned?.[0]?.NameFull)).toEqual([
      "Hal",
      "Ida",
      "Hal",
    ]);
    expect(assigned[2]?.RefinedAppointmentWindow).toEqual(assigned[0]?.RefinedAppointmentWindow);
    await expect.poll(() => readTypes(moved).at(-1)).toBe("WorkOrderComplete");

    const { workOrderReference: waiting } = await raise(aRaise());
    const second = await schedule(waiting);
    const own = { params: { fieldOperativeId: engineer.fieldOperativeId } };
    await server.call(office.disableOperative, own);
    await server.database.pool.query(
      "update account set disabled_on = $2::timestamptz - interval '1 day' where field_operative_id = $1",
      [engineer.fieldOperativeId, visitedOn],
    );
    await close(second);
    expect(await readSteps(waiting)).toEqual(["10"]);
    await server.call(office.enableOperative, { ...own, body: { acceptRecorded: true } });
    expect(await readSteps(waiting)).toEqual(["10", "accessGained", "complete"]);
    await expect.poll(() => readTypes(waiting).at(-1)).toBe("WorkOrderComplete");
  });

  it("has a visit without access with its reason and photo, and no completion", async () => {
    const { workOrderReference: reference } = await raise(aRaise());
    const visit = await schedule(reference);
    const photo = await sendImage(server, engineer, visit, testImage);
    await server.send(
      engineer,
      "JobNoAccess",
      aNoAccess(visit, { imageIds: [photo.imageId], manifest: [photo] }),
    );
    await expect.poll(() => receivedOf(reference).length).toBe(2);
    expect(receivedOf(reference)[1]?.body).toMatchObject({
      TypeCode: "70",
      Comments: expect.stringContaining("Nobody answered. Card left."),
      Evidence: [{ Reference: [{ ID: photo.imageId }] }],
    });
    const { status } = await server.request(office.readWorkOrderComplete, {
      params: { reference },
    });
    expect(status).toBe(404);
  });

  it("has a job that the office has cancelled, and no completion", async () => {
    const { workOrderReference: reference, jobId } = await raise(aRaise());
    await server.call(office.cancelJob, {
      params: { jobId },
      body: { outcomeId: 6, reason: "Raised twice", force: false },
    });
    await expect
      .poll(() => receivedOf(reference).map(({ body }) => body))
      .toMatchObject([{ OtherType: "cancel" }]);
  });

  it("says why work is not complete, and leaves the signature of the customer out", async () => {
    const { workOrderReference: reference } = await raise(aRaise());
    const visit = await schedule(reference);
    const signature = await sendImage(server, engineer, visit, testImage);
    const customerSignature = { customerName: "Pat", optOut: false, dataUrl: testImageUrl };
    await server.send(
      engineer,
      "JobClose",
      aClose(visit, { manifest: [signature], outcome: { outcomeId: 3, customerSignature } }),
    );
    await expect.poll(() => receivedOf(reference).length).toBe(2);
    expect(receivedOf(reference)[1]?.body).toMatchObject({ TypeCode: "120-20" });
    expect(JSON.stringify(receivedOf(reference))).not.toContain("Evidence");
    expect(
      (await server.request(office.readWorkOrderComplete, { params: { reference } })).status,
    ).toBe(404);
  });

  it("waits in its order while the housing system cannot take it, and other work orders go on", async () => {
    const [one, other] = [newReference(), newReference()];
    housing.answer = ({ body }) => (JSON.stringify(body).includes(one) ? 503 : 200);
    const visit = await schedule(one);
    await step(visit, "Travelling");
    await schedule(other);
    await expect.poll(() => receivedOf(other).length).toBe(1);
    const waiting = await server.call(office.listHactMessages, { query: { state: "waiting" } });
    const own = waiting.filter((message) => message.workOrderReference === one);
    expect(own.map((message) => message.step)).toEqual(["travelling", "assigned"]);
    expect(own[1]).toMatchObject({ lastError: "The housing system answered 503" });
    expect(receivedOf(one)).toEqual([]);
    housing.answer = () => 200;
    await retryNow(one);
    await expect
      .poll(() => receivedOf(one).map(({ body }) => body))
      .toMatchObject([{ TypeCode: "10" }, { OtherType: "travelling" }]);
  });

  it("is not lost while a server that was killed still seems to be sending", async () => {
    const { workOrderReference: reference } = await raise(aRaise());
    const setLease = (lease: string) =>
      server.database.pool.query(
        `update hact_work_order set sending_until = ${lease} where reference = $1`,
        [reference],
      );
    await setLease("now() + interval '1 hour'");
    await schedule(reference);
    const readTask = async () => {
      const { rows } = await server.database.pool.query<{ state: string }>(
        "select state from pgboss.job where name = 'hact' and data ->> 'reference' = $1",
        [reference],
      );
      return rows;
    };
    await expect.poll(readTask).toEqual([{ state: "retry" }]);
    expect(receivedOf(reference)).toEqual([]);
    await setLease("now() - interval '1 second'");
    await retryNow(reference);
    await expect.poll(() => receivedOf(reference).length).toBe(1);
  });

  it("is listed as failed when the housing system refuses it, with an alarm, and can be sent again", async () => {
    const reference = newReference();
    housing.answer = ({ body }) => (JSON.stringify(body).includes(reference) ? 422 : 200);
    await schedule(reference);
    const findFailed = async () => {
      const failed = await server.call(office.listHactMessages, { query: { state: "failed" } });
      return failed.find((message) => message.workOrderReference === reference);
    };
    await expect.poll(findFailed).toMatchObject({ attempts: 1, state: "failed" });
    const alarms = await server.call(office.listAlarms, {
      query: { kind: "hact-message-failed" },
    });
    const failed = await findFailed();
    expect(alarms[0]?.details).toMatchObject({ messageId: failed?.messageId });
    housing.answer = () => 200;
    await server.call(office.repeatHactMessage, { params: { messageId: failed?.messageId ?? "" } });
    await expect.poll(() => receivedOf(reference).length).toBe(1);
  });

  it("follows no redirect, and is given up after its days", async () => {
    const reference = newReference();
    housing.answer = ({ body }) => (JSON.stringify(body).includes(reference) ? 302 : 200);
    await schedule(reference);
    const find = async () => {
      const { rows } = await server.database.pool.query<{ attempts: number; failed: boolean }>(
        "select attempts, failed_on is not null as failed from hact_message where reference = $1",
        [reference],
      );
      return rows[0];
    };
    await expect.poll(find).toEqual({ attempts: 1, failed: false });
    await server.database.pool.query(
      "update hact_message set first_attempt_on = now() - interval '6 days' where reference = $1",
      [reference],
    );
    await retryNow(reference);
    await expect.poll(find).toEqual({ attempts: 2, failed: true });
  });

  it("is nothing where the transaction that causes it is rolled back", async () => {
    const { workOrderReference, jobId } = await raise(aRaise());
    const client = await server.database.pool.connect();
    await client.query("begin");
    await client.query(
      `insert into appointment (field_operative_appointment_id, job_id, field_operative_id, appointment_date_time)
       values ($1, $2, $3, now())`,
      [randomUUID(), jobId, engineer.fieldOperativeId],
    );
    await client.query("rollback");
    client.release();
    expect(await updatesOf(workOrderReference)).toEqual([]);
  });
});
