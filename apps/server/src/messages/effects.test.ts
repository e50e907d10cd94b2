import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readServerJobs } from "../areas/jobs/read-server-jobs.ts";
import {
  type InstalledEngineer,
  testImage,
  testImageUrl,
  startInProcessServer,
  type InProcessServer,
} from "../testing/in-process.ts";
import {
  aMessage,
  aStatusChange,
  type Message,
  pickJobIds,
  ordered,
  post,
  sha256,
} from "../testing/messages.ts";
import type { TestJob } from "../testing/people.ts";

const at = "2026-11-21T10:00:00.000Z";

let server: InProcessServer;
let sam: InstalledEngineer;
let job: TestJob;

beforeAll(async () => {
  server = await startInProcessServer();
  sam = await server.installed();
});
beforeEach(async () => {
  job = await server.job(sam);
});
afterAll(() => server.close());

async function sent(...messages: Message[]) {
  for (const message of messages) {
    const answer = await post(sam, message);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}

async function state() {
  const [found] = await readServerJobs(server.database, [job.jobId]);
  if (!found) throw new Error("The job is not there");
  return found;
}

async function flags({ messageId }: Message) {
  const [row] = await server.rows("select flags from message where message_id = $1", [messageId]);
  return row?.flags as string[];
}

/** Builds the status changes in order, up to `last`. */
function steps(last: string): Message[] {
  const all = ["Reset", "Travelling", "OnSite", "AccessGained", "Closed"];
  return all.slice(0, all.indexOf(last) + 1).map((status) => aStatusChange(job, status));
}

function aNoAccess(imageId: string = randomUUID()): Message {
  return aMessage("JobNoAccess", {
    ...pickJobIds(job),
    noAccessReasonId: 4,
    notes: "A loose dog",
    imageIds: [imageId],
    statusTimestamps: { New: at, Travelling: at, OnSite: at, Closed: at },
    changeTimestamp: at,
  });
}

describe("status", () => {
  it("each step is recorded with its time, and none of them is flagged", async () => {
    const messages = steps("AccessGained");
    await sent(...messages);
    expect(await state()).toMatchObject({
      status: "AccessGained",
      statusTimestamps: {
        New: "2026-11-21T10:00:00.000Z",
        Travelling: "2026-11-21T10:00:00.000Z",
        OnSite: "2026-11-21T10:00:00.000Z",
        AccessGained: "2026-11-21T10:00:00.000Z",
      },
    });
    for (const message of messages) expect(await flags(message)).toEqual([]);
  });

  it("a reset clears the timestamps", async () => {
    await sent(...steps("OnSite"), aStatusChange(job, "Reset"));
    expect(await state()).toMatchObject({
      status: "New",
      statusTimestamps: { New: "2026-11-21T10:00:00.000Z" },
    });
  });

  it("a valid but unexpected step is recorded and flagged, and the state follows the device", async () => {
    const close = aStatusChange(job, "Closed");
    await sent(...steps("Travelling"), close);
    expect(await flags(close)).toEqual(["unexpected-step: Travelling > Closed"]);
    expect(await state()).toMatchObject({ status: "Closed" });

    const stepBack = aStatusChange(job, "Travelling");
    await sent(stepBack);
    expect(await flags(stepBack)).toEqual(["unexpected-step: Closed > Travelling"]);
    expect((await state()).statusTimestamps).toEqual({
      New: "2026-11-21T10:00:00.000Z",
      Travelling: "2026-11-21T10:00:00.000Z",
    });
  });

  const stepFlags = async (message: Message) =>
    (await flags(message)).filter((flag) => flag.startsWith("unexpected-step"));

  it("a close after a visit without access is flagged, and a no access after access was gained", async () => {
    const close = closing([]);
    await sent(...steps("OnSite"), aStatusChange(job, "Closed"), close);
    expect(await stepFlags(close)).toEqual(["unexpected-step: OnSite > Closed"]);
    job = await server.job(sam);
    const noAccess = aNoAccess();
    await sent(...steps("Closed"), noAccess);
    expect(await stepFlags(noAccess)).toEqual(["unexpected-step: AccessGained > Closed"]);
  });

  it("a close after access, and a no access without it, are not flagged", async () => {
    const close = closing([]);
    await sent(...steps("Closed"), close);
    expect(await stepFlags(close)).toEqual([]);
    job = await server.job(sam);
    const noAccess = aNoAccess();
    await sent(...steps("OnSite"), aStatusChange(job, "Closed"), noAccess);
    expect(await stepFlags(noAccess)).toEqual([]);
  });

  it("an older status change without an ordering key is recorded, flagged late, and changes no state", async () => {
    const late = aStatusChange(job, "Travelling");
    await sent(...steps("OnSite"));
    const early = {
      ...late,
      payload: { ...late.payload, changeTimestamp: "2026-11-21T09:00:00.000Z" },
    };
    await sent(early);
    expect(await flags(early)).toEqual(["late"]);
    expect(await state()).toMatchObject({ status: "OnSite" });
  });

  it("within an ordering key the sequence decides, whatever the device's clock says", async () => {
    const clientGeneration = randomUUID();
    const withOrder = (message: Message, sequenceNumber: number) =>
      ordered(message, {
        incarnation: clientGeneration,
        lane: job.jobId,
        laneNumber: sequenceNumber,
      });
    const travel = aStatusChange(job, "Travelling");
    const jumped = {
      ...aStatusChange(job, "OnSite"),
      payload: {
        ...travel.payload,
        currentStatus: "OnSite",
        changeTimestamp: "1999-01-01T00:00:00.000Z",
      },
    };
    await sent(
      withOrder(aStatusChange(job, "Reset"), 1),
      withOrder(travel, 2),
      withOrder(jumped, 3),
    );
    expect(await state()).toMatchObject({ status: "OnSite" });
  });
});

describe("hold", () => {
  const hold = (isOnHold: boolean) =>
    aMessage("JobHoldChange", {
      ...pickJobIds(job),
      statusTimestamps: { New: at, Travelling: at, OnSite: at },
      isOnHold,
      holdReasonId: isOnHold ? 3 : null,
      holdDescription: isOnHold ? "Awaiting a fan" : null,
      timestamp: isOnHold ? at : null,
      changeTimestamp: at,
    });

  it("sets the status back to OnSite without the AccessGained timestamp; its release clears it", async () => {
    const holdMessage = hold(true);
    await sent(...steps("AccessGained"), holdMessage);
    expect(await flags(holdMessage)).toEqual([]);
    const heldJob = await state();
    expect(heldJob).toMatchObject({
      status: "OnSite",
      hold: { holdReasonId: 3, holdDescription: "Awaiting a fan", timestamp: at },
    });
    expect(heldJob.statusTimestamps).not.toHaveProperty("AccessGained");

    await sent(hold(false));
    expect(await state()).toMatchObject({ status: "OnSite", hold: null });
  });

  it("before access is gained is recorded and flagged", async () => {
    const holdMessage = hold(true);
    await sent(...steps("Travelling"), holdMessage);
    expect(await flags(holdMessage)).toEqual(["unexpected-hold: Travelling"]);
  });
});

function closing(manifest: { imageId: string; sha256: string }[], content: object = {}): Message {
  return aMessage("JobClose", {
    ...pickJobIds(job),
    job: {
      statusTimestamps: { New: at, Travelling: at, OnSite: at, AccessGained: at, Closed: at },
      notes: [],
      parts: [],
      plannedSors: [],
      customForms: [],
      propertyAssets: [],
      tenants: [],
      formPhotoImageIds: [],
      ...content,
    },
    outcome: {
      outcomeId: 1,
      rootCauses: [],
      engineerSignOffAgreed: true,
      customerSignature: { customerName: "A Tenant", optOut: false, dataUrl: testImageUrl },
      partsNotUsed: null,
      partsNotUsedNote: null,
      tenantReviewCompleted: true,
      heatingStatus: null,
    },
    manifest,
    numberOfMessages: manifest.length + 1,
    changeTimestamp: at,
  });
}

function image(imageId: string): Message {
  return aMessage("JobImage", {
    ...pickJobIds(job),
    entityId: job.jobId,
    imageId,
    associateToJob: true,
    timestamp: at,
    latitude: 53.8,
    longitude: -1.5,
    image: testImageUrl,
  });
}

async function delivered() {
  const rows = await server.rows(
    "select delivered_on is not null as delivered from job_closing where job_id = $1",
    [job.jobId],
  );
  return rows.map((row) => row.delivered);
}

describe("close", () => {
  it("closes the job with its outcome; the status message next to it is not flagged", async () => {
    const status = aStatusChange(job, "Closed");
    await sent(...steps("AccessGained"), closing([]), status);
    expect(await state()).toMatchObject({ status: "Closed", outcomeId: 1 });
    expect(await flags(status)).toEqual([]);
  });

  it("counts as delivered once every image of the manifest has arrived with its hash", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const manifest = [first, second].map((imageId) => ({ imageId, sha256: sha256(testImage) }));
    await sent(...steps("AccessGained"), image(first), closing(manifest));
    expect(await delivered()).toEqual([false]);
    await sent(image(second));
    expect(await delivered()).toEqual([true]);
  });

  it("an image with another hash does not count", async () => {
    const imageId = randomUUID();
    await sent(closing([{ imageId, sha256: sha256("another picture") }]), image(imageId));
    expect(await delivered()).toEqual([false]);
  });

  it("a close and images that arrive at the same time, at two servers, are delivered", async () => {
    const other = await server.startAnother();
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const manifest = ids.map((imageId) => ({ imageId, sha256: sha256(testImage) }));
    const elsewhere = { ...sam, caller: sam.caller.with({}, other) };
    await Promise.all([
      post(elsewhere, closing(manifest)),
      ...ids.map((imageId, index) => post(index % 2 ? sam : elsewhere, image(imageId))),
    ]);
    expect(await delivered()).toEqual([true]);
  });

  it("stores notes, parts, SORs, forms, appliances and tenants in the job's records", async () => {
    const note = {
      engineeringNoteId: randomUUID(),
      ...pickJobIds(job),
      description: "Replaced the fan",
      isPublic: true,
      imageIds: [],
      createdOn: at,
      modifiedOn: at,
    };
    const sor = {
      jobId: job.jobId,
      sorCodeId: 7,
      sorCode: "GA635001",
      shortDescription: "Service",
      qty: 1,
      qtyUsed: 1.25,
      usageType: 2,
      updatedOnDateTime: at,
    };
    const tenant = {
      propertyTenantId: randomUUID(),
      propertyId: job.propertyId,
      fullName: "A Tenant",
      isPrimaryTenant: true,
      contactType: null,
      emailAddress: null,
      contactMethodType: 0,
      phones: [],
      addedByEngineer: true,
      flagDeleted: false,
      createdOn: at,
      modifiedOn: at,
    };
    await sent(closing([], { notes: [note], plannedSors: [sor], tenants: [tenant] }));
    const { notes, plannedSors, property } = await state();
    expect(notes).toEqual([note]);
    expect(plannedSors).toEqual([sor]);
    expect(property.tenants).toEqual([tenant]);
  });

  it("an id in upper case is the same id", async () => {
    const engineeringNoteId = randomUUID();
    const note = {
      ...pickJobIds(job),
      engineeringNoteId,
      description: "Replaced the fan",
      isPublic: true,
      imageIds: [],
      createdOn: at,
      modifiedOn: at,
    };
    const shouted = {
      ...note,
      jobId: job.jobId.toUpperCase(),
      engineeringNoteId: engineeringNoteId.toUpperCase(),
      description: "Replaced the fan and the gasket",
    };
    await sent(closing([], { notes: [note, shouted] }));
    expect((await state()).notes).toEqual([{ ...note, description: shouted.description }]);
  });

  it("rows that name another job stay evidence: they are flagged and change nothing in that job", async () => {
    const other = await server.job(sam);
    const note = {
      engineeringNoteId: randomUUID(),
      ...pickJobIds(other),
      description: "Elsewhere",
      isPublic: true,
      imageIds: [],
      createdOn: at,
      modifiedOn: at,
    };
    const message = closing([], { notes: [note] });
    await sent(message);
    expect(await flags(message)).toContain("rows of another job");
    expect(await readServerJobs(server.database, [other.jobId])).toMatchObject([{ notes: [] }]);
  });
});

describe("no access", () => {
  it("closes the job from on site, with reason, notes and photos", async () => {
    const imageId = randomUUID();
    const message = aNoAccess(imageId);
    await sent(...steps("OnSite"), message);
    expect(await flags(message)).toEqual([]);
    expect(await state()).toMatchObject({ status: "Closed" });
    expect(await delivered()).toEqual([false]);
    await sent(image(imageId));
    expect(await delivered()).toEqual([true]);
  });
});

describe("removal", () => {
  const removal = () => aMessage("JobRemove", { ...pickJobIds(job), changeTimestamp: at });

  it("ends the appointment, and the job is unassigned and New", async () => {
    await sent(...steps("Travelling"), removal());
    const [row] = await server.rows(
      `select a.ended_reason, j.field_operative_appointment_id, j.status
         from appointment a join job j using (job_id) where a.job_id = $1`,
      [job.jobId],
    );
    expect(row).toEqual({
      ended_reason: "removed",
      field_operative_appointment_id: null,
      status: "New",
    });
  });

  it("work that arrives after it is evidence: recorded, flagged, and without effect on the state", async () => {
    const late = closing([]);
    await sent(removal(), late);
    expect(await flags(late)).toEqual(["appointment-ended: removed"]);
    expect(await state()).toMatchObject({ status: "New" });
  });

  it("a rejected request is stored with its reason and comment", async () => {
    await sent(
      aMessage("RejectRemoveRequest", {
        ...pickJobIds(job),
        reason: 2,
        comment: "Nearly there",
        changeTimestamp: at,
      }),
    );
    expect(
      await server.rows("select reason, comment from removal_rejection where job_id = $1", [
        job.jobId,
      ]),
    ).toEqual([{ reason: 2, comment: "Nearly there" }]);
  });
});

describe("Other messages", () => {
  it("a confirmed notice is recorded as read for this job", async () => {
    const propertyNotificationId = randomUUID();
    await server.rows(
      `insert into property_notification (property_notification_id, property_id, code, description, severity, alert_engineer)
       values ($1, $2, 'ASB', 'Asbestos', 2, true)`,
      [propertyNotificationId, job.propertyId],
    );
    await sent(
      aMessage("PropertyNotificationConfirm", {
        ...pickJobIds(job),
        notice: "Warning",
        propertyNotificationId,
        confirmedOn: at,
      }),
      aMessage("PropertyNotificationConfirm", {
        ...pickJobIds(job),
        notice: "PartsRequired",
        propertyNotificationId: null,
        confirmedOn: at,
      }),
    );
    const { property, partRequiredConfirmed } = await state();
    expect(property.notifications).toMatchObject([
      { confirmedRead: true, confirmedReadTimestamp: at },
    ]);
    expect(partRequiredConfirmed).toBe(true);
  });

  it("a signature, as a queued message or at once, clears the request for one", async () => {
    const requestSignatureSql =
      "update field_operative set request_signature = true where field_operative_id = $1";
    const read =
      "select request_signature, signature from field_operative where field_operative_id = $1";
    for (const body of [
      aMessage("SignatureUpdate", { signature: testImageUrl }),
      { signature: testImageUrl },
    ]) {
      await server.rows(requestSignatureSql, [sam.fieldOperativeId]);
      expect(await sam.caller.post("/api/installation/signature", body)).toMatchObject({
        status: 200,
      });
      expect(await server.rows(read, [sam.fieldOperativeId])).toEqual([
        { request_signature: false, signature: testImageUrl },
      ]);
    }
    expect(await sam.caller.post("/api/installation/signature", { signature: "x" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "signature" }] },
    });
    expect(await sam.caller.post("/api/installation/signature", '"x"')).toMatchObject({
      status: 400,
    });
  });

  it("a part that was collected is recorded", async () => {
    const jobPartId = randomUUID();
    await server.rows("insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)", [
      jobPartId,
      job.jobId,
      JSON.stringify({ jobPartId, status: "Collect", qty: 2, qtyCollected: 0 }),
    ]);
    await sent(
      aMessage("PartCollected", {
        ...pickJobIds(job),
        jobPartId,
        qty: 1,
        qtyCollected: 1,
        status: "Partial",
        collectedDateTime: at,
        supplierTicketNumber: null,
        changeTimestamp: at,
      }),
    );
    const [row] = await server.rows("select row from job_part where job_part_id = $1", [jobPartId]);
    expect(row?.row).toMatchObject({ status: "Partial", qty: 2, qtyCollected: 1 });
  });

  it("a collection of more than was ordered, or than is left, is recorded and flagged", async () => {
    const jobPartId = randomUUID();
    await server.rows("insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)", [
      jobPartId,
      job.jobId,
      JSON.stringify({ jobPartId, status: "Collect", qty: 3, qtyCollected: 0 }),
    ]);
    const collected = (qty: number, qtyCollected: number) =>
      aMessage("PartCollected", {
        ...pickJobIds(job),
        jobPartId,
        qty,
        qtyCollected,
        status: qtyCollected > 3 ? "Excess" : "Partial",
        collectedDateTime: at,
        supplierTicketNumber: null,
        changeTimestamp: at,
      });
    const [fitting, tooMany] = [collected(2, 2), collected(2, 4)];
    await sent(fitting, tooMany);
    expect(await flags(fitting)).toEqual([]);
    expect(await flags(tooMany)).toEqual(["collection: received-invalid"]);
    const [row] = await server.rows("select row from job_part where job_part_id = $1", [jobPartId]);
    expect(row?.row).toMatchObject({ status: "Excess", qty: 3, qtyCollected: 4 });
  });

  it("mileage is added, changed and removed, each by its own engineer", async () => {
    const clientFieldOperativeMileageId = randomUUID();
    const fields = (currentMileage: number) => ({
      timestamp: at,
      clientFieldOperativeMileageId,
      dateRecorded: at,
      currentMileage,
      vehicle: { vehicleId: null, registration: "AB12 CDE" },
    });
    const edit = { fieldOperativeMileageId: null };
    await sent(
      aMessage("MileageAdd", { type: "add", ...fields(100) }),
      aMessage("MileageUpdate", { type: "update", ...fields(120), ...edit }),
    );
    const alex = await server.installed();
    await post(
      alex,
      aMessage("MileageRemove", {
        type: "remove",
        timestamp: at,
        clientFieldOperativeMileageId,
        ...edit,
      }),
    );
    const read =
      "select current_mileage, removed_on from mileage where client_field_operative_mileage_id = $1";
    expect(await server.rows(read, [clientFieldOperativeMileageId])).toEqual([
      { current_mileage: 120, removed_on: null },
    ]);
    await sent(
      aMessage("MileageRemove", {
        type: "remove",
        timestamp: at,
        clientFieldOperativeMileageId,
        ...edit,
      }),
    );
    expect(await server.rows(read, [clientFieldOperativeMileageId])).toEqual([
      { current_mileage: 120, removed_on: new Date(at) },
    ]);
  });

  it("a memory profile is stored as a report", async () => {
    const profile = {
      takenOn: at,
      usedBytes: 1,
      limitBytes: 2,
      storageUsageBytes: 3,
      storageQuotaBytes: 4,
    };
    await sent(aMessage("MemoryProfile", profile));
    expect(await server.rows("select body from device_report where kind = 'memory'")).toEqual([
      { body: profile },
    ]);
  });
});
