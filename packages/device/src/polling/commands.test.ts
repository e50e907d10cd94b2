import type { AbsenceDecision, AbsenceRequest, Command, ServerJob } from "@fieldfare/contract";
import { autoRejectComment, type JobStatus, readApplianceAnswers } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reinstateAppliance, scrapAppliance, updateAppliance } from "../actions/appliances.ts";
import { isNoLongerOrdered } from "@fieldfare/domain";
import { buildJobContent, readJobWork } from "../actions/job-content.ts";
import { receivePart, takeBackReceipt } from "../actions/collecting.ts";
import { discardQuantity, removeSor, updateSor } from "../actions/sors.ts";
import { cancelJob } from "../actions/job-life.ts";
import { removeJob, retainJob } from "../actions/removal.ts";
import { saveDraft } from "../drafts/drafts.ts";
import { storeServerTime } from "../database/server-time.ts";
import { readAbsences } from "../reading/absences.ts";
import { readAlerts, isGivenAway, readUnreadAlerts } from "../reading/alerts.ts";
import { readCommands } from "../reading/commands.ts";
import { readOutboxSummary } from "../reading/outbox-summary.ts";
import { confirmAlert, markAlertsRead, markJobAlertsRead, purgeAlerts } from "../actions/alerts.ts";
import { readUnsent } from "../rescue/unsent.ts";
import { drain } from "../outbox/sender.ts";
import { aJobRow } from "../testing/builders.ts";
import { aForm, anEntry } from "../testing/form-builders.ts";
import { signInOther, wipeDatabase } from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  html,
  json,
  refusal,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId, queueClosing } from "../testing/queueing.ts";
import { aServerJob, firstAppointment } from "../testing/server-job.ts";
import { anAppliance, aPart, aSor, aTenant } from "../testing/work-builders.ts";
import { fetchCommandsAndJobs } from "./commands-and-jobs.ts";
import { pollCommands } from "./commands.ts";

const jobId = aJobId(1);
const otherForm = aForm({
  customFormId: aJobId(62),
  definition: { ...aForm().definition, name: "Boiler service" },
});
const commandId = "0190a000-0000-7000-8000-0000000000c1";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

async function storeJob(status: JobStatus) {
  await phone.device.database.job.put(
    aJobRow({ jobId, status, isSelected: status !== "New" && status !== "Closed" }),
  );
}

function aCancelCommand(given: { force?: boolean; appointment?: string } = {}): Command {
  return {
    messageId: commandId,
    type: "CancelJob",
    jobId,
    fieldOperativeAppointmentId: given.appointment ?? firstAppointment,
    force: given.force ?? false,
  };
}

async function storeAbsence(): Promise<AbsenceRequest> {
  const absence: AbsenceRequest = {
    id: "0190a000-0000-7000-8000-0000000000a1",
    holidayYearId: 2026,
    type: "holiday",
    dayCount: 3,
    days: [{ dateFrom: "2026-12-21", dateTo: "2026-12-23" }],
    comment: null,
    status: 1,
    rejectReason: null,
    reviewerComment: null,
    cancelStatus: null,
  };
  await phone.device.database.absence.put(absence);
  return absence;
}

const anAbsenceDecision = (absenceRequestId: string, decision: AbsenceDecision): Command => ({
  messageId: commandId,
  type: "AbsenceDecision",
  absenceRequestId,
  decision,
  absenceType: "holiday",
  days: [{ dateFrom: "2026-12-21", dateTo: "2026-12-23" }],
  reason: "Enjoy",
});

const anAnswer = { reason: 1, comment: "Nearly done" } as const;

async function receive(...commands: FakeServer["commands"]) {
  fakeServer.commands = commands;
  await pollCommands(phone.device);
}

async function queued() {
  const rows = await phone.device.database.messageQueue.orderBy("id").toArray();
  return rows.map(({ type, payload }) => ({ type, ...(payload as Record<string, unknown>) }));
}

const anAcknowledgement = (outcome: string) =>
  expect.objectContaining({ type: "CommandAcknowledgement", commandId, outcome });

it("A poll says how many messages wait, for how long, and how many ordering keys are blocked", async () => {
  const { database, ports } = phone.device;
  await pollCommands(phone.device);
  expect(fakeServer.lastQuery).toEqual({ unsent: "0", unsentSeconds: "0", blockedKeys: "0" });

  await queueClosing(phone.device, 1);
  const createdOn = new Date(ports.now().getTime() - 3_600_000).toISOString();
  await database.messageQueue.toCollection().modify({ messageCreatedOn: createdOn });
  const messages = await database.messageQueue.count();
  await pollCommands(phone.device);
  const { unsent, unsentSeconds, blockedKeys } = fakeServer.lastQuery;
  expect({ unsent, blockedKeys }).toEqual({ unsent: String(messages), blockedKeys: "0" });
  expect(messages).toBeGreaterThan(0);
  expect(Number(unsentSeconds)).toBeGreaterThanOrEqual(3_600);
});

describe("A request to remove a job", () => {
  it("that is not on the device is answered with not found", async () => {
    await receive(aCancelCommand());
    expect(await queued()).toEqual([anAcknowledgement("not-found")]);
  });

  it("of another engineer is answered with not found and touches nothing", async () => {
    await storeJob("New");
    const { database: own } = phone.device;
    await signInOther(phone.device, aJobId(9));
    await receive(aCancelCommand({ force: true }));
    expect(await queued()).toEqual([anAcknowledgement("not-found")]);
    expect(await own.job.count()).toBe(1);
  });

  it("under another appointment is ignored", async () => {
    await storeJob("New");
    await receive(aCancelCommand({ appointment: aJobId(8) }));
    expect(await queued()).toEqual([anAcknowledgement("ignored")]);
    expect(await phone.device.database.job.count()).toBe(1);
  });

  it("that is New deletes it, tells the server, and leaves a log line with the cause", async () => {
    await storeJob("New");
    await receive(aCancelCommand());
    expect(await queued()).toEqual([
      expect.objectContaining({ type: "JobRemove", jobId }),
      anAcknowledgement("deleted"),
    ]);
    expect(await phone.device.database.job.count()).toBe(0);
    const [line] = await phone.device.database.log.toArray();
    expect(line?.message).toContain("FF1");
    expect(line?.message).toContain("still New");
  });

  it.each(["Travelling", "OnSite", "AccessGained", "Closed"] as const)(
    "that is forced deletes it even when it is %s",
    async (status) => {
      await storeJob(status);
      await receive(aCancelCommand({ force: true }));
      expect(await queued()).toEqual([
        expect.objectContaining({ type: "JobRemove" }),
        anAcknowledgement("deleted"),
      ]);
      expect(await phone.device.database.job.count()).toBe(0);
    },
  );

  it.each([
    ["AccessGained", 3],
    ["Closed", 4],
  ] as const)(
    "that is %s is rejected by the phone itself with reason %i",
    async (status, reason) => {
      await storeJob(status);
      await receive(aCancelCommand());
      expect(await queued()).toEqual([
        expect.objectContaining({
          type: "RejectRemoveRequest",
          reason,
          comment: autoRejectComment,
        }),
        anAcknowledgement("ignored"),
      ]);
      expect(await phone.device.database.job.count()).toBe(1);
    },
  );

  it.each(["Travelling", "OnSite"] as const)(
    "that is %s asks the engineer, once however often it arrives",
    async (status) => {
      await storeJob(status);
      await receive(aCancelCommand());
      await receive({ ...aCancelCommand(), messageId: aJobId(7) });
      expect(await phone.device.database.jobRemoval.count()).toBe(1);
      expect((await queued())[0]).toEqual(anAcknowledgement("alert"));
    },
  );

  it("can be retained with a comment, which rejects it", async () => {
    await storeJob("OnSite");
    await receive(aCancelCommand());
    const rejection = { reason: 1, comment: " Nearly done " } as const;
    expect(await retainJob(phone.device, jobId, { ...rejection, comment: " " })).toEqual({
      ok: false,
      refusal: "comment-missing",
    });
    expect(await retainJob(phone.device, jobId, rejection)).toMatchObject({ ok: true });
    expect((await queued()).at(-1)).toMatchObject({
      type: "RejectRemoveRequest",
      reason: 1,
      comment: "Nearly done",
    });
    expect(await phone.device.database.jobRemoval.count()).toBe(0);
  });

  it("that comes again after the job was set back to New deletes it, and the unanswered request", async () => {
    await storeJob("Travelling");
    await receive(aCancelCommand());
    expect(await phone.device.database.jobRemoval.count()).toBe(1);
    await cancelJob(phone.device, jobId);
    await receive({ ...aCancelCommand(), messageId: aJobId(7) });
    expect((await queued()).map(({ type }) => type)).toEqual([
      "CommandAcknowledgement",
      "JobStatusChange",
      "JobRemove",
      "CommandAcknowledgement",
    ]);
    expect(await phone.device.database.job.count()).toBe(0);
    expect(await phone.device.database.jobRemoval.count()).toBe(0);
    const { alerts } = await readUnreadAlerts(phone.device);
    expect(alerts.map(({ kind }) => kind)).toEqual(["job-removed"]);
  });

  it("can be agreed to: the job is removed, what was queued about it stays", async () => {
    await storeJob("OnSite");
    await receive(aCancelCommand());
    expect(await removeJob(phone.device, jobId)).toMatchObject({ ok: true });
    expect((await queued()).map(({ type }) => type)).toEqual([
      "CommandAcknowledgement",
      "JobRemove",
    ]);
    expect(await phone.device.database.job.count()).toBe(0);
  });
});

describe("A command", () => {
  it("that is delivered twice is applied and acknowledged once", async () => {
    await storeJob("New");
    await receive(aCancelCommand(), aCancelCommand());
    await receive(aCancelCommand());
    await drain(phone.device);
    expect(fakeServer.received.map(({ type }) => type)).toEqual([
      "JobRemove",
      "CommandAcknowledgement",
    ]);
  });

  it("is applied once when two tabs poll at the same time", async () => {
    await storeJob("New");
    fakeServer.commands = [aCancelCommand()];
    await Promise.all([pollCommands(phone.device), pollCommands(phone.device)]);
    expect((await queued()).map(({ type }) => type)).toEqual([
      "JobRemove",
      "CommandAcknowledgement",
    ]);
  });

  it("of an unknown type is logged and acknowledged as unsupported, and stops no other", async () => {
    await storeJob("New");
    await receive({ messageId: aJobId(6), type: "DanceOnTheTable" }, aCancelCommand());
    expect((await queued()).map((message) => message.type)).toEqual([
      "CommandAcknowledgement",
      "JobRemove",
      "CommandAcknowledgement",
    ]);
    expect((await queued())[0]).toMatchObject({ commandId: aJobId(6), outcome: "unsupported" });
    const log = await phone.device.database.log.toArray();
    expect(log[0]?.message).toContain("DanceOnTheTable");
  });

  it("of a known type that is incomplete is acknowledged as unsupported", async () => {
    await receive({ messageId: commandId, type: "CancelJob" });
    expect(await queued()).toEqual([anAcknowledgement("unsupported")]);
  });

  it("is not applied for a colleague who signs in while it is on its way", async () => {
    await storeJob("New");
    fakeServer.commands = [aCancelCommand({ force: true })];
    fakeServer.answer = (path) => {
      if (path !== "/api/command") return undefined;
      return (async () => {
        await signInOther(phone.device, aJobId(9));
        return new Response(JSON.stringify({ commands: fakeServer.commands }), {
          headers: { "Content-Type": "application/json" },
        });
      })();
    };
    const { database: own } = phone.device;
    await pollCommands(phone.device);
    expect(await queued()).toEqual([]);
    expect(await own.job.count()).toBe(1);
    expect(await own.messageQueue.count()).toBe(0);
  });

  it("with news of a job is stored with the job and shown", async () => {
    await storeJob("OnSite");
    await receive({
      messageId: commandId,
      type: "JobUpdate",
      jobId,
      fieldOperativeAppointmentId: firstAppointment,
      details: "The tenant is back at four",
    });
    expect((await phone.device.database.job.get(jobId))?.officeUpdates).toMatchObject([
      { commandId, details: "The tenant is back at four" },
    ]);
    expect(await queued()).toEqual([anAcknowledgement("alert")]);
  });

  it("with news of a job that is still to be fetched waits for the job", async () => {
    fakeServer.jobs = [aServerJob({ jobId })];
    await receive({
      messageId: commandId,
      type: "JobUpdate",
      jobId,
      fieldOperativeAppointmentId: firstAppointment,
      details: "The key is next door",
    });
    expect(await queued()).toEqual([]);
    await fetchCommandsAndJobs(phone.device);
    expect((await phone.device.database.job.get(jobId))?.officeUpdates).toMatchObject([
      { details: "The key is next door" },
    ]);
    expect(await queued()).toContainEqual(anAcknowledgement("alert"));
    expect((await readUnreadAlerts(phone.device)).alerts).toContainEqual(
      expect.objectContaining({ kind: "job-changed", details: "The key is next door" }),
    );
  });

  it("with news of a job that the phone does not store is answered, and does not wait for ever", async () => {
    const { jobs } = fakeServer;
    fakeServer.jobs = [aServerJob({ jobId })];
    fakeServer.commands = [
      {
        messageId: commandId,
        type: "JobUpdate",
        jobId,
        fieldOperativeAppointmentId: firstAppointment,
        details: "Late",
      },
    ];
    await storeJob("OnSite");
    await phone.device.database.job.update(jobId, { fieldOperativeAppointmentId: aJobId(77) });
    await fetchCommandsAndJobs(phone.device);
    expect(await queued()).toContainEqual(expect.objectContaining({ commandId }));
    fakeServer.jobs = jobs;
  });

  it.each([
    ["Closed", "closed"],
    ["none", "not-found"],
  ] as const)("with news of a job that is %s is answered with %s", async (status, outcome) => {
    if (status !== "none") await storeJob(status);
    await receive({
      messageId: commandId,
      type: "JobUpdate",
      jobId,
      fieldOperativeAppointmentId: firstAppointment,
      details: "Late",
    });
    expect(await queued()).toEqual([anAcknowledgement(outcome)]);
  });
});

describe("A changed job", () => {
  const moved: Command = {
    messageId: commandId,
    type: "JobUpdate",
    jobId,
    fieldOperativeAppointmentId: firstAppointment,
    details: "Please note the changes",
  };
  const server = aServerJob({ jobId });
  const changed: ServerJob = {
    ...server,
    appointmentDateTime: "2026-01-06T13:00:00.000Z",
    taskDetails: "No heating",
    description: { ...server.description, jobPriority: "Emergency" },
    property: {
      ...server.property,
      addressLine1: "2 Example Street",
      tenants: [aTenant({ propertyId: server.property.propertyId, fullName: "Robin Quill" })],
    },
  };

  it("takes over what the server warns of earlier visits by then", async () => {
    await storeJob("OnSite");
    const visitWarnings: ServerJob["visitWarnings"] = [
      { kind: "no-access", visitedOn: "2026-03-01", reason: null },
    ];
    fakeServer.jobs = [{ ...changed, visitWarnings }];
    await receive(moved);
    expect(await phone.device.database.job.get(jobId)).toMatchObject({
      visitWarnings,
      warnedVisits: [],
    });
    const { alerts } = await readUnreadAlerts(phone.device);
    const change = { fact: "earlierVisits", now: "No access on 2026-03-01" };
    expect(alerts).toMatchObject([{ changes: expect.arrayContaining([change]) }]);
  });

  it("drops a deleted visit that these warnings include, and no other", async () => {
    await storeJob("OnSite");
    const { customForms } = aJobRow({ jobId });
    const visit = { statusTimestamps: {}, storedOn: "2026-01-05", outcomeId: 1, customForms };
    const delivered = { ...visit, jobId: aJobId(2) } as const;
    const waiting = { ...visit, jobId: aJobId(3) } as const;
    const { database } = phone.device;
    await database.job.update(jobId, { deletedVisits: [delivered, waiting] });
    await queueClosing(phone.device, 3);
    fakeServer.jobs = [{ ...changed, visitWarnings: [] }];
    await receive(moved);
    expect((await database.job.get(jobId))?.deletedVisits).toEqual([waiting]);
  });

  it("is reported with its differences, and the job on the phone follows", async () => {
    await storeJob("OnSite");
    fakeServer.jobs = [changed];
    await receive(moved);
    const changes = [
      { fact: "appointment", now: "2026-01-06T13:00:00.000Z" },
      { fact: "address", now: "2 Example Street, LS1 1AA" },
      { fact: "priority", now: "Emergency" },
      { fact: "description", now: "No heating" },
      { fact: "contacts", now: expect.stringContaining("Robin Quill") as unknown },
    ];
    const { alerts } = await readUnreadAlerts(phone.device);
    expect(alerts).toMatchObject([{ address: "2 Example Street, LS1 1AA", changes }]);
    const job = await phone.device.database.job.get(jobId);
    expect(job).toMatchObject({
      status: "OnSite",
      isSelected: true,
      appointmentDateTime: "2026-01-06T13:00:00.000Z",
      officeUpdates: [{ commandId, changes }],
    });
    expect(await queued()).toEqual([anAcknowledgement("alert")]);
  });

  it("has the parts that the office has ordered since, and those of the phone stay as the engineer left them", async () => {
    await storeJob("OnSite");
    const { jobPart } = phone.device.database;
    const location = {
      locationId: 1,
      siteName: "Depot",
      locationName: "Locker 12",
      deliveryType: "Locker",
      addressLine1: "Unit 7",
      store: null,
    };
    const preordered = { jobId, usageType: 1, addedByFieldOp: false } as const;
    const arrived = aPart({ ...preordered, jobPartId: aJobId(2), status: "Collect", location });
    const placed = { ...arrived, jobPartId: aJobId(3), purchaseOrderId: 7 };
    const begun = { ...arrived, jobPartId: aJobId(4), qty: 3 };
    const own = aPart({ jobId, jobPartId: aJobId(5), usageType: 2 });
    const collected = { ...begun, status: "Partial", qtyCollected: 1, location: null } as const;
    await jobPart.bulkPut([{ ...placed, status: "NotApplicable", location: null }, collected]);
    fakeServer.jobs = [{ ...changed, parts: [arrived, placed, begun, own] }];
    await receive(moved);
    expect(await jobPart.orderBy("jobPartId").toArray()).toEqual([
      arrived,
      placed,
      { ...collected, location },
    ]);
  });

  describe("of which the office has planned and ordered something else", () => {
    const ordered = { jobId, usageType: 1, addedByFieldOp: false, location: null } as const;
    const fresh = { qtyCollected: 0, status: "NotApplicable" } as const;
    const untouched = aPart({ ...ordered, ...fresh, jobPartId: aJobId(2), qty: 1 });
    const received = aPart({ ...ordered, jobPartId: aJobId(3), qtyCollected: 2, qty: 2 });
    const unused = { ...untouched, jobPartId: aJobId(4), usageStatus: "Unused" } as const;
    const own = aPart({ jobId, jobPartId: aJobId(5), usageType: 2, addedByFieldOp: true });
    const planned = aSor({ jobId, qty: 1 });
    const used = aSor({ jobId, sorCodeId: 2, qtyUsed: 3 });
    const added = aSor({ jobId, sorCodeId: 3, usageType: 2, qtyUsed: 1 });
    const isRemoved = aSor({ jobId, sorCodeId: 4 });
    const newSor = aSor({ jobId, sorCodeId: 5, sorCode: "GA635077" });
    const newPart = { ...untouched, jobPartId: aJobId(6), shortDescription: "Fan" };

    async function storeWork(status: JobStatus) {
      const { database } = phone.device;
      const plannedSors = [planned, used, added, isRemoved];
      await database.job.put(aJobRow({ jobId, status, isSelected: true, plannedSors }));
      await database.jobPart.bulkPut([untouched, received, unused, own]);
    }
    const office = (given: Partial<ServerJob>): ServerJob => ({
      ...server,
      ordersVersion: 1,
      ...given,
    });
    const readContent = async () => {
      const job = await phone.device.database.job.get(jobId);
      return job && buildJobContent(job, await readJobWork(phone.device.database, job), [], []);
    };
    const readSors = async () => (await phone.device.database.job.get(jobId))?.plannedSors;
    const readParts = () => phone.device.database.jobPart.orderBy("jobPartId").toArray();

    it.each(["New", "AccessGained"] as const)(
      "follows while it is %s, and is reported with the difference",
      async (status) => {
        await storeWork(status);
        const plannedSors = [{ ...planned, qty: 2 }, { ...used, qty: 5 }, isRemoved, newSor];
        const parts = [{ ...untouched, qty: 3 }, { ...received, qty: 4 }, unused, newPart];
        fakeServer.jobs = [office({ plannedSors, parts })];
        await receive(moved);
        expect(await readSors()).toEqual([
          { ...planned, qty: 2 },
          { ...used, qty: 5 },
          added,
          isRemoved,
          newSor,
        ]);
        expect(await readParts()).toEqual([
          { ...untouched, qty: 3 },
          { ...received, qty: 4, status: "Partial" },
          unused,
          own,
          newPart,
        ]);
        const { alerts } = await readUnreadAlerts(phone.device);
        const facts = ["plannedSors", "orderedParts"];
        const now = expect.stringContaining("x") as unknown;
        expect(alerts).toMatchObject([{ changes: facts.map((fact) => ({ fact, now })) }]);
        expect(await queued()).toEqual([anAcknowledgement("alert")]);
      },
    );

    it("keeps what was recorded of what the office has taken out, and nothing else of it", async () => {
      await storeWork("AccessGained");
      fakeServer.jobs = [office({})];
      await receive(moved);
      expect(await readSors()).toEqual([{ ...used, usageType: 2, qty: 3 }, added]);
      expect(await readParts()).toEqual([received, unused, own]);
    });

    it("is reported with what is planned and ordered now and, apart, what the office has taken out", async () => {
      await storeWork("AccessGained");
      const wasUsed = { ...unused, qtyUsed: 1, shortDescription: "Valve" };
      const wasCollected = { ...received, shortDescription: "Gasket" };
      await phone.device.database.jobPart.bulkPut([wasUsed, wasCollected]);
      fakeServer.jobs = [office({ plannedSors: [isRemoved], parts: [newPart] })];
      await receive(moved);
      const sor = `${planned.sorCode} ${planned.shortDescription}`;
      expect((await readUnreadAlerts(phone.device)).alerts).toMatchObject([
        {
          changes: [
            {
              fact: "plannedSors",
              now: `1 x ${isRemoved.sorCode} ${isRemoved.shortDescription}`,
              leftOut: `1 x ${sor}; 1 x ${sor}, which you have used`,
            },
            {
              fact: "orderedParts",
              now: "1 x Fan",
              leftOut: [
                `${untouched.qty} x ${untouched.shortDescription}`,
                `${unused.qty} x Valve, which you have used`,
                `${received.qty} x Gasket, which you have collected`,
              ].join("; "),
            },
          ],
        },
      ]);
      const job = await phone.device.database.job.get(jobId);
      const isOrdered = (await readParts()).map((part) => !(job && isNoLongerOrdered(job, part)));
      expect(isOrdered).toEqual([false, false, true, true]);

      // What was taken out before is not named again, and is no longer among what is ordered.
      fakeServer.jobs = [
        office({ plannedSors: [isRemoved], parts: [{ ...newPart, qty: 2 }], ordersVersion: 2 }),
      ];
      await receive({ ...moved, messageId: aJobId(8) });
      const updates = (await phone.device.database.job.get(jobId))?.officeUpdates;
      expect(updates?.at(-1)?.changes).toEqual([{ fact: "orderedParts", now: "2 x Fan" }]);
    });

    it("keeps what has a quantity that is typed and not saved", async () => {
      await storeWork("AccessGained");
      const { device } = phone;
      await saveDraft(device, jobId, "sor:1", { quantity: "2" });
      await saveDraft(device, jobId, `part:${untouched.jobPartId}`, { quantity: "1" });
      fakeServer.jobs = [office({})];
      await receive(moved);
      const typed = { ...planned, usageType: 2, qty: 0 };
      expect(await readSors()).toContainEqual(typed);
      expect(await readParts()).toContainEqual(untouched);
      expect((await readContent())?.parts).toEqual([received, unused, own]);
      expect((await readContent())?.plannedSors).not.toContainEqual(typed);
      expect(await discardQuantity(device, jobId, planned.sorCodeId)).toMatchObject({ ok: true });
      expect(await readSors()).not.toContainEqual(typed);
    });

    it("loses a part whose receipt is taken back after the office took it out", async () => {
      await storeWork("AccessGained");
      const { device } = phone;
      await device.database.jobPart.put({ ...untouched, status: "Collect" });
      expect(await receivePart(device, untouched.jobPartId, "1")).toMatchObject({ ok: true });
      fakeServer.jobs = [office({ parts: [received, unused] })];
      await receive(moved);
      expect(await readParts()).toHaveLength(4);
      expect(await takeBackReceipt(device, untouched.jobPartId)).toMatchObject({ ok: true });
      expect(await readParts()).toEqual([received, unused, own]);
    });

    it("does not keep a SOR of which a quantity of 0 is saved, and keeps what was used", async () => {
      await storeWork("AccessGained");
      const { device } = phone;
      for (const code of [planned.sorCodeId, isRemoved.sorCodeId])
        await saveDraft(device, jobId, `sor:${code}`, { quantity: "" });
      fakeServer.jobs = [office({})];
      await receive(moved);
      expect(await updateSor(device, jobId, planned.sorCodeId, "0")).toMatchObject({ ok: true });
      expect(await updateSor(device, jobId, isRemoved.sorCodeId, "2")).toMatchObject({ ok: true });
      expect((await readSors())?.map(({ sorCodeId, qty }) => [sorCodeId, qty])).toEqual([
        [used.sorCodeId, 3],
        [added.sorCodeId, added.qty],
        [isRemoved.sorCodeId, 2],
      ]);
    });

    it("has a SOR that the engineer removed again if the office plans it again", async () => {
      await storeWork("AccessGained");
      for (const { sorCodeId } of [isRemoved, added])
        expect(await removeSor(phone.device, jobId, sorCodeId)).toMatchObject({ ok: true });
      fakeServer.jobs = [office({ plannedSors: [planned, { ...added, usageType: 1 }] })];
      await receive(moved);
      expect((await readSors())?.map(({ sorCodeId }) => sorCodeId)).toContain(added.sorCodeId);
      fakeServer.jobs = [office({ plannedSors: [planned, isRemoved], ordersVersion: 2 })];
      await receive({ ...moved, messageId: aJobId(8) });
      expect(await readSors()).toContainEqual(isRemoved);
    });

    it("does not bring back a SOR that the engineer removed", async () => {
      await storeWork("AccessGained");
      expect(await removeSor(phone.device, jobId, isRemoved.sorCodeId)).toMatchObject({ ok: true });
      const plannedSors = [planned, used, { ...isRemoved, qty: 7 }];
      fakeServer.jobs = [office({ plannedSors, parts: [untouched, received, unused] })];
      await receive(moved);
      expect(await readSors()).toEqual([planned, used, added]);
    });

    it("stays as it is when nothing of it has changed since, or an older server does not say", async () => {
      await storeWork("AccessGained");
      fakeServer.jobs = [office({ ordersVersion: 0 })];
      await receive(moved);
      fakeServer.jobs = [server];
      await receive({ ...moved, messageId: aJobId(8) });
      expect(await readSors()).toEqual([planned, used, added, isRemoved]);
      expect(await readParts()).toEqual([untouched, received, unused, own]);
    });

    it("tells the server with its ending which change it knew", async () => {
      await storeWork("AccessGained");
      fakeServer.jobs = [office({ plannedSors: [planned] })];
      await receive(moved);
      expect(await readContent()).toMatchObject({ ordersVersion: 1 });
    });
  });

  it("is reported with the office's text when the server refuses to tell its current state", async () => {
    await storeJob("New");
    fakeServer.answer = (path) => (path === "/api/job" ? refusal(403, "forbidden") : undefined);
    await receive(moved);
    expect((await readUnreadAlerts(phone.device)).alerts).toMatchObject([
      { details: "Please note the changes", changes: [] },
    ]);
  });

  it.each<[string, () => Response]>([
    [
      "the network fails",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
    ["a gateway answers", () => html(502)],
    ["a gateway refuses", () => html(403)],
    ["the server fails", () => refusal(500, "internal")],
    ["the server asks to wait", () => refusal(429, "too-many-requests")],
    ["the server is not available", () => refusal(503, "unavailable")],
    ["the sign-in is refused", () => refusal(401, "unauthorised")],
    ["a captive portal answers", () => html()],
    ["the answer is incomplete", () => json({ jobs: "none" })],
  ])(
    "is reported with its differences at the next poll when %s in between",
    async (_what, fail) => {
      await storeJob("New");
      fakeServer.jobs = [changed];
      fakeServer.answer = (path) => (path === "/api/job" ? fail() : undefined);
      await receive(moved);
      expect((await readUnreadAlerts(phone.device)).alerts).toEqual([]);
      expect(await queued()).toEqual([]);
      fakeServer.answer = () => undefined;
      await receive(moved);
      const { alerts } = await readUnreadAlerts(phone.device);
      const change = { fact: "description", now: "No heating" };
      expect(alerts).toMatchObject([{ changes: expect.arrayContaining([change]) }]);
      expect((await phone.device.database.job.get(jobId))?.taskDetails).toBe("No heating");
      expect(await queued()).toEqual([anAcknowledgement("alert")]);
    },
  );

  describe("whose list of appliances lacks one", () => {
    const { propertyId } = server.property;
    const appliance = anAppliance({ propertyId });
    const { propertyAssetId } = appliance;
    const stored = () => phone.device.database.propertyAppliance.get(propertyAssetId);
    const update = (job: string, location: number) =>
      updateAppliance(phone.device, job, propertyAssetId, {
        ...readApplianceAnswers(appliance),
        location,
      });
    beforeEach(async () => {
      await storeJob("AccessGained");
      await phone.device.database.propertyAppliance.put(appliance);
      fakeServer.jobs = [changed];
    });

    it("deletes one that the engineer did not change", async () => {
      await receive(moved);
      expect(await stored()).toBeUndefined();
    });

    it("keeps one that the engineer changed", async () => {
      expect(await update(jobId, 4)).toMatchObject({ ok: true });
      await receive(moved);
      expect(await stored()).toMatchObject({ location: 4 });
    });

    it("keeps one that the engineer reinstated", async () => {
      await scrapAppliance(phone.device, jobId, propertyAssetId);
      await reinstateAppliance(phone.device, jobId, propertyAssetId);
      await receive(moved);
      expect(await stored()).toMatchObject({ scrapped: false });
    });

    it("keeps one that was changed in another job until that job is delivered", async () => {
      const otherId = aJobId(2);
      const other = aJobRow({ jobId: otherId, status: "AccessGained" });
      await phone.device.database.job.put(other);
      expect(await update(otherId, 4)).toMatchObject({ ok: true });
      await receive(moved);
      expect(await stored()).toMatchObject({ location: 4 });
      await phone.device.database.job.update(otherId, { status: "Closed" });
      await receive({ ...moved, messageId: aJobId(8) });
      expect(await stored()).toBeUndefined();
    });

    it("deletes one that the server changed after the engineer", async () => {
      await update(jobId, 4);
      const modifiedOn = "2099-01-01T12:00:00.000Z";
      const assets = [{ ...appliance, location: 2, modifiedOn }];
      fakeServer.jobs = [{ ...changed, property: { ...changed.property, assets } }];
      await receive(moved);
      expect(await stored()).toMatchObject({ location: 2 });
      fakeServer.jobs = [changed];
      await receive({ ...moved, messageId: aJobId(8) });
      expect(await stored()).toBeUndefined();
    });
  });

  it("keeps the notices that the engineer has confirmed", async () => {
    const warning = {
      propertyNotificationId: aJobId(5),
      code: "DOG",
      description: "Dog in the garden",
      severity: 1 as const,
      alertEngineer: true,
      confirmedRead: false,
      confirmedReadTimestamp: null,
    };
    const at = "2026-01-05T08:00:00.000Z";
    const confirmed = { ...warning, confirmedRead: true, confirmedReadTimestamp: at };
    const row = aJobRow({ jobId, status: "New" });
    const property = { ...row.property, notifications: [confirmed] };
    await phone.device.database.job.put({ ...row, property });
    fakeServer.jobs = [{ ...changed, property: { ...changed.property, notifications: [warning] } }];
    await receive(moved);
    expect((await phone.device.database.job.get(jobId))?.property.notifications).toEqual([
      confirmed,
    ]);
  });
});

describe("What the office did", () => {
  const aJobUpdate = (given: { messageId?: string } = {}): Command => ({
    messageId: commandId,
    type: "JobUpdate",
    jobId,
    fieldOperativeAppointmentId: firstAppointment,
    details: "The tenant is back at four",
    ...given,
  });

  it.each([
    ["news of a job", "OnSite", aJobUpdate(), "job-changed"],
    ["a removal request", "OnSite", aCancelCommand(), "removal-requested"],
    [
      "a removal request that the phone declines",
      "AccessGained",
      aCancelCommand(),
      "removal-declined",
    ],
    ["a removal", "New", aCancelCommand(), "job-removed"],
  ] as const)("as %s is an alert that names the job until it is read", async (...given) => {
    const [, status, received, kind] = given;
    await storeJob(status);
    await receive(received);
    await receive(received);
    const { alerts, toConfirm } = await readUnreadAlerts(phone.device);
    expect(toConfirm).toBeNull();
    expect(alerts).toMatchObject([
      { alertId: commandId, kind, formattedJobId: "FF1", address: "1 Example Street, LS1 1AA" },
    ]);
    await markAlertsRead(phone.device, [commandId]);
    expect((await readUnreadAlerts(phone.device)).alerts).toEqual([]);
    expect(await readAlerts(phone.device)).toHaveLength(1);
  });

  it.each([
    ["OnSite", "removal-requested"],
    ["AccessGained", "removal-declined"],
    ["New", "job-removed"],
  ] as const)("says of a job that is %s whether another engineer has it now", async (...given) => {
    const [status, kind] = given;
    await storeJob(status);
    await receive({ ...aCancelCommand(), isMoved: true } as Command);
    expect(await readAlerts(phone.device)).toMatchObject([{ kind, isMoved: true }]);
  });

  it.each([
    ["Closed", true, { closedVisit: "counts" }],
    ["Closed", false, { closedVisit: "evidence" }],
    ["AccessGained", true, {}],
    // An older server does not say it.
    ["Closed", undefined, {}],
  ] as const)(
    "says of a forced removal of a visit that is %s, visitCounts %s: %o",
    async (...given) => {
      const [status, visitCounts, expected] = given;
      await storeJob(status);
      await receive({
        ...aCancelCommand({ force: true }),
        ...(visitCounts !== undefined && { visitCounts }),
      });
      const [alert] = await readAlerts(phone.device);
      expect(alert).toMatchObject({ kind: "job-removed", mustConfirm: true });
      expect(alert && "closedVisit" in alert ? { closedVisit: alert.closedVisit } : {}).toEqual(
        expected,
      );
    },
  );

  it("asks about a job of another engineer in words of its own, as the request says", async () => {
    await storeJob("OnSite");
    await receive({ ...aCancelCommand(), isMoved: true } as Command);
    const [request] = await phone.device.database.jobRemoval.toArray();
    expect(request).toMatchObject({ isMoved: true });
  });

  it("drops the request to remove a job that is given back", async () => {
    await storeJob("OnSite");
    await receive({ ...aCancelCommand(), isMoved: true } as Command);
    const givenBack = { ...aJobUpdate({ messageId: aJobId(9) }), isGivenBack: true } as Command;
    await receive(givenBack);
    expect(await phone.device.database.jobRemoval.count()).toBe(0);
    const { alerts } = await readUnreadAlerts(phone.device);
    expect(alerts).toMatchObject([{ kind: "job-changed" }]);
    expect(await readAlerts(phone.device)).toContainEqual(
      expect.objectContaining({ kind: "removal-requested", answer: "given-back" }),
    );
  });

  it("knows that a job is another engineer's until it is given back", async () => {
    await storeJob("AccessGained");
    expect(await isGivenAway(phone.device, jobId)).toBe(false);
    await receive({ ...aCancelCommand(), isMoved: true } as Command);
    expect(await isGivenAway(phone.device, jobId)).toBe(true);
    await receive({ ...aJobUpdate({ messageId: aJobId(9) }), isGivenBack: true } as Command);
    expect(await isGivenAway(phone.device, jobId)).toBe(false);
  });

  it("says to an engineer who has closed a job that it is given back, so that the visit counts", async () => {
    await storeJob("Closed");
    await receive({ ...aJobUpdate(), isGivenBack: true } as Command);
    expect(await queued()).toEqual([anAcknowledgement("closed")]);
    const { alerts } = await readUnreadAlerts(phone.device);
    expect(alerts).toMatchObject([{ kind: "job-changed", details: "The tenant is back at four" }]);
  });

  it.each([
    ["kept the job", () => retainJob(phone.device, jobId, anAnswer), "retained"],
    ["removed the job", () => removeJob(phone.device, jobId), "removed"],
    [
      "had the job taken away without an answer",
      () => receive({ ...aCancelCommand({ force: true }), messageId: aJobId(8) }),
      "removed-since",
    ],
  ] as const)("of a removal request says later that the engineer %s", async (...given) => {
    const [, answer, expected] = given;
    await storeJob("OnSite");
    await receive(aCancelCommand());
    await markAlertsRead(phone.device, [commandId]);
    const requested = async () =>
      (await readAlerts(phone.device)).find(({ alertId }) => alertId === commandId);
    expect(await requested()).not.toHaveProperty("answer");
    await answer();
    expect(await requested()).toMatchObject({ kind: "removal-requested", answer: expected });
  });

  it("is an alert in the very transaction that applies it: a kill leaves both or none", async () => {
    await storeJob("New");
    fakeServer.commands = [aCancelCommand()];
    let writes = Number.NEGATIVE_INFINITY;
    phone.kill();
    const dyingPhone = await aSignedInPhone(fakeServer, {
      disk: phone.disk,
      at: (point) => {
        if (point === "write" && (writes += 1) === 2) dyingPhone.kill();
      },
    });
    writes = 0;
    await Promise.race([pollCommands(dyingPhone.device).catch(() => undefined), dyingPhone.died]);
    phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
    expect(await phone.device.database.job.count()).toBe(1);
    expect(await readAlerts(phone.device)).toEqual([]);
    await pollCommands(phone.device);
    expect(await readAlerts(phone.device)).toHaveLength(1);
    expect(await phone.device.database.job.count()).toBe(0);
  });

  it("about the account says what happened and when, and is read like the others", async () => {
    const notice = {
      messageId: commandId,
      type: "AccountNotice",
      notice: "permissions-changed",
      happenedOn: "2026-03-03T09:12:00.000Z",
      deviceName: "Van 12",
      granted: ["recordMileage"],
      withdrawn: ["plan", "something-new"],
    } as const;
    await receive(notice);
    await receive(notice);
    expect((await readUnreadAlerts(phone.device)).alerts).toMatchObject([
      {
        kind: "account",
        notice: "permissions-changed",
        happenedOn: notice.happenedOn,
        deviceName: "Van 12",
        granted: ["recordMileage"],
        withdrawn: ["plan", "something-new"],
      },
    ]);
    await markAlertsRead(phone.device, [commandId]);
    expect((await readUnreadAlerts(phone.device)).alerts).toEqual([]);
    expect(await readAlerts(phone.device)).toHaveLength(1);
    await drain(phone.device);
    expect(fakeServer.received).toMatchObject([{ payload: { commandId, outcome: "done" } }]);
  });

  it.each([
    ["approved", { status: 2, reviewerComment: "Enjoy" }],
    ["rejected", { status: 3, rejectReason: "Enjoy" }],
    ["cancellation-rejected", { status: 1, cancelStatus: 3, reviewerComment: "Enjoy" }],
  ] as const)("says that an absence was %s, and the list says so too", async (decision, after) => {
    const absence = await storeAbsence();
    const decided = anAbsenceDecision(absence.id, decision);
    await receive(decided);
    await receive(decided);
    expect((await readUnreadAlerts(phone.device)).alerts).toMatchObject([
      { kind: "absence", decision, absenceType: "holiday", days: absence.days, reason: "Enjoy" },
    ]);
    expect((await readAbsences(phone.device)).absences).toMatchObject([after]);
    await markAlertsRead(phone.device, [commandId]);
    expect((await readUnreadAlerts(phone.device)).alerts).toEqual([]);
    await drain(phone.device);
    expect(fakeServer.received).toMatchObject([{ payload: { commandId, outcome: "done" } }]);
  });

  it("says that an absence is cancelled, also one that the phone does not have", async () => {
    const absence = await storeAbsence();
    await receive(anAbsenceDecision(absence.id, "cancellation-approved"));
    expect((await readAbsences(phone.device)).absences).toEqual([]);
    await receive({ ...anAbsenceDecision(aJobId(7), "approved"), messageId: aJobId(8) });
    expect((await readUnreadAlerts(phone.device)).alerts).toMatchObject([
      { decision: "cancellation-approved" },
      { decision: "approved" },
    ]);
  });

  it("is restored from the journal when the browser has wiped its database", async () => {
    await storeJob("OnSite");
    await receive(aJobUpdate());
    phone.kill();
    wipeDatabase(phone.disk);
    phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
    expect((await readUnreadAlerts(phone.device)).alerts).toMatchObject([{ alertId: commandId }]);
  });

  it("by force is a notice to confirm, with the typed text that was not saved", async () => {
    await storeJob("AccessGained");
    const { device } = phone;
    await saveDraft(device, jobId, "note", { description: "Cowl is loose", isPublic: true });
    await saveDraft(device, jobId, `part:${aJobId(4)}`, { shortDescription: "Fan", quantity: "" });
    await receive(aCancelCommand({ force: true }));
    const { alerts, toConfirm } = await readUnreadAlerts(device);
    expect(alerts).toEqual([]);
    expect(toConfirm).toMatchObject({
      kind: "job-removed",
      formattedJobId: "FF1",
      unsaved: [
        { thing: "note", text: "Cowl is loose" },
        { thing: "part", text: "Fan" },
      ],
    });
    await markAlertsRead(device, [commandId]);
    expect((await readUnreadAlerts(device)).toConfirm).not.toBeNull();
    await confirmAlert(device, commandId);
    expect((await readUnreadAlerts(device)).toConfirm).toBeNull();
    expect(await readAlerts(device)).toMatchObject([{ unsaved: [{}, {}] }]);
  });

  it.each([
    ["AccessGained", true],
    ["New", false],
  ] as const)(
    "because the visit ended on another phone says so: %s, to be confirmed %s",
    async (status, mustConfirm) => {
      await storeJob(status);
      const { device } = phone;
      await saveDraft(device, jobId, "note", { description: "Cowl is loose", isPublic: true });
      await receive({ ...aCancelCommand({ force: true }), reason: "ended-elsewhere" } as Command);
      const [alert] = await readAlerts(device);
      expect(alert).toMatchObject({
        kind: "job-removed",
        reason: "ended-elsewhere",
        mustConfirm,
        unsaved: [{ thing: "note", text: "Cowl is loose" }],
      });
      expect(await device.database.job.count()).toBe(0);
      const [removal] = await device.database.messageQueue.toArray();
      expect(removal).toMatchObject({ type: "JobRemove" });
    },
  );

  it("by force does not list the answers of a form in progress, which go with the removal", async () => {
    const { device } = phone;
    const answers = { remarks: "Typed landlord name", notes: "saved before" };
    await device.database.job.put({
      ...aJobRow({ jobId, status: "AccessGained", isSelected: true }),
      customForms: [
        anEntry({ jobId, completionStatus: "InProgress" }),
        anEntry({
          jobId,
          customFormId: otherForm.customFormId,
          completionStatus: "Complete",
          completedForm: { notes: "saved before" },
        }),
      ],
    });
    for (const form of [aForm(), otherForm]) {
      const { customFormId } = form;
      const kit = { definition: form, subForms: [] };
      await device.database.formKit.put({ jobId, customFormId, kit });
      await saveDraft(device, jobId, `form:${customFormId}`, { answers, page: "page one" });
    }
    await receive(aCancelCommand({ force: true }));
    const [removal] = await device.database.messageQueue.toArray();
    expect(removal).toMatchObject({
      type: "JobRemove",
      payload: { job: { customForms: [{ completedForm: answers }, {}] } },
    });
    expect((await readUnreadAlerts(device)).toConfirm?.unsaved).toEqual([
      { thing: "form", name: "Boiler service", text: "Typed landlord name" },
    ]);
  });

  it("counts as read once the job is removed or the request is answered", async () => {
    await storeJob("OnSite");
    await receive(aJobUpdate(), aCancelCommand());
    const alertRows = await phone.device.database.alert.where("jobId").equals(jobId).toArray();
    expect(alertRows).toHaveLength(1);
    await receive({ ...aCancelCommand(), messageId: aJobId(7) });
    await retainJob(phone.device, jobId, { reason: 1, comment: "Nearly done" });
    expect((await readUnreadAlerts(phone.device)).alerts).toEqual([]);
    await receive({ ...aJobUpdate(), messageId: aJobId(8) });
    await receive({ ...aCancelCommand({ force: true }), messageId: aJobId(9) });
    const { alerts, toConfirm } = await readUnreadAlerts(phone.device);
    expect(alerts).toEqual([]);
    expect(toConfirm?.alertId).toBe(aJobId(9));
  });

  const aComment = { ...aJobUpdate(), isComment: true } as Command;

  it("as a comment is reported as read once, with the time, when the engineer has opened it", async () => {
    await storeJob("OnSite");
    await receive(aComment);
    expect(await queued()).toEqual([expect.not.objectContaining({ readOn: expect.anything() })]);
    await markJobAlertsRead(phone.device, jobId);
    await markAlertsRead(phone.device, [commandId]);
    const [received, read, ...more] = await queued();
    expect(more).toEqual([]);
    const [alert] = await readAlerts(phone.device);
    expect(read).toEqual({ ...received, readOn: alert?.readOn });
    expect(alert?.readOn).toEqual(expect.any(String));
    // It keeps nobody from signing out.
    expect(await readOutboxSummary(phone.device)).toMatchObject({ waiting: 0 });
  });

  it.each([
    [20, 2],
    [22, 1],
  ])(
    "as a comment that is opened %i days later, after its job has left the phone, has %i messages",
    async (days, messages) => {
      await storeJob("OnSite");
      await receive(aComment);
      const { database } = phone.device;
      await database.job.delete(jobId);
      const at = new Date(Date.now() + days * 86_400_000).toISOString();
      await storeServerTime(database, at);
      await markAlertsRead(phone.device, [commandId]);
      expect((await database.alert.get(commandId))?.readOn).toEqual(expect.any(String));
      expect(await queued()).toHaveLength(messages);
    },
  );

  it("is not reported as read if it is no comment", async () => {
    await storeJob("OnSite");
    await receive(aJobUpdate());
    await markAlertsRead(phone.device, [commandId]);
    expect(await queued()).toHaveLength(1);
  });

  it("as a comment is not reported as read because its job is removed", async () => {
    await storeJob("OnSite");
    await receive(aComment);
    await receive({ ...aCancelCommand({ force: true }), messageId: aJobId(9) });
    expect(await readAlerts(phone.device)).toContainEqual(
      expect.objectContaining({ alertId: commandId, readOn: expect.any(String) as string }),
    );
    expect(JSON.stringify(await queued())).not.toContain("readOn");
  });

  it("is not shown to a colleague on the same phone", async () => {
    await storeJob("OnSite");
    await receive(aJobUpdate());
    const { database: own } = phone.device;
    await signInOther(phone.device, aJobId(9));
    expect(await readAlerts(phone.device)).toEqual([]);
    await markAlertsRead(phone.device, [commandId]);
    expect((await own.alert.get(commandId))?.readOn).toBeNull();
  });

  it("is deleted a month after it was read, and never before that", async () => {
    await storeJob("OnSite");
    await receive(aJobUpdate());
    await purgeAlerts(phone.device);
    expect(await readAlerts(phone.device)).toHaveLength(1);
    await phone.device.database.alert.update(commandId, { readOn: "2020-01-01T00:00:00.000Z" });
    await purgeAlerts(phone.device);
    expect(await readAlerts(phone.device)).toEqual([]);
  });

  it("is in the list of commands with the name of its job, also when the job is removed", async () => {
    await storeJob("New");
    await receive(aCancelCommand());
    expect(await readCommands(phone.device)).toMatchObject([
      { commandId, type: "CancelJob", outcome: "deleted", formattedJobId: "FF1" },
    ]);
  });

  it("is answered by the phone itself: that answer is no unsent work of the engineer", async () => {
    await receive(aCancelCommand());
    expect(await queued()).toHaveLength(1);
    const nothing = { state: "all-sent", waiting: 0, oldestOn: null };
    expect(await readOutboxSummary(phone.device)).toMatchObject(nothing);
    expect(await readUnsent(phone.device)).toMatchObject({ messages: 0 });
    await storeJob("OnSite");
    await receive({ ...aCancelCommand(), messageId: aJobId(7) });
    await retainJob(phone.device, jobId, { reason: 1, comment: "Nearly done" });
    expect(await readOutboxSummary(phone.device)).toMatchObject({ state: "waiting", waiting: 1 });
  });
});
