import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getCommands } from "@fieldfare/contract";
import type {
  CallBody,
  JobContent,
  JobCustomForm,
  MessageType,
  Payload,
} from "@fieldfare/contract";
import { formIds, isRecord } from "@fieldfare/domain";
import * as office from "@fieldfare/contract/office";
import {
  aClose,
  aContact,
  aForm,
  anAppliance,
  aNote,
  aPart,
  aSor,
  sendImage,
  visitedOn as at,
} from "../testing/closings.ts";
import { testImage, testImageUrl } from "../testing/in-process.ts";
import { aDraft } from "../testing/jobs.ts";
import { readJobSheet } from "../testing/documents.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../testing/server.ts";

let server: TestServer;
let sam: TestEngineer;
let alex: TestEngineer;
/** A job of Sam's at a property with a contact. */
let job: { jobId: string; fieldOperativeAppointmentId: string };
let propertyId: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.call(office.putData, {
    params: { type: "DomainData" },
    body: {
      rows: [
        {
          domainDataId: 1,
          entityCode: 1010,
          fieldName: "HoldReason",
          value: 1,
          text: "Awaiting parts",
          sortOrder: 1,
          requiresAdditionalText: true,
        },
      ],
    },
  });
  sam = await server.addEngineer("Sam");
  alex = await server.addEngineer("Alex");
});
afterAll(() => server.stop());

beforeEach(async () => {
  propertyId = randomUUID();
  const { fieldOperativeId } = sam;
  const tenants = [{ fullName: "Kim Leaver", addedByEngineer: true }];
  const property = { propertyId, addressLine1: "1 Example Street", postcode: "LS6 1AA", tenants };
  const raised = await server.call(office.createJob, {
    body: aDraft({ fieldOperativeId, property }),
  });
  const fieldOperativeAppointmentId = raised.fieldOperativeAppointmentId ?? "";
  job = { jobId: raised.jobId, fieldOperativeAppointmentId };
});

async function sent<T extends MessageType>(type: T, payload: Payload<T>, engineer = sam) {
  const messageId = randomUUID();
  const answer = await server.send(engineer, type, payload, messageId);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return messageId;
}

const status = (
  currentStatus: Payload<"JobStatusChange">["currentStatus"],
  changeTimestamp: string = at,
) => sent("JobStatusChange", { ...job, currentStatus, changeTimestamp });

async function reachAndHold() {
  for (const step of ["Reset", "Travelling", "OnSite", "AccessGained"] as const) await status(step);
  const times = { statusTimestamps: { New: at, OnSite: at }, changeTimestamp: at };
  const hold = { holdReasonId: 1, holdDescription: "A fan", timestamp: at };
  await sent("JobHoldChange", { ...job, ...times, isOnHold: true, ...hold });
  const released = { holdReasonId: null, holdDescription: null, timestamp: null };
  await sent("JobHoldChange", { ...job, ...times, isOnHold: false, ...released });
}

const read = () => server.call(office.readJob, { params: { jobId: job.jobId } });

function work(): JobContent {
  return {
    statusTimestamps: { New: at, Travelling: at, OnSite: at },
    notes: [aNote(job, { description: "Flue cleared" })],
    parts: [aPart(job, { shortDescription: "Fan assembly" })],
    plannedSors: [aSor(job, { shortDescription: "Renew fan" })],
    customForms: [],
    propertyAssets: [anAppliance(propertyId, { unknownManufacturerName: "Calder" })],
    tenants: [aContact(propertyId, { fullName: "Tom Ford" })],
    formPhotoImageIds: [],
  };
}

const recordedTexts = ["Flue cleared", "Fan assembly", "Renew fan", "Calder", "Tom Ford"];

describe("Content that was recorded is with the job, whatever way the visit ended", () => {
  const noAccess = (content: JobContent, image: { imageId: string; sha256: string }) =>
    sent("JobNoAccess", {
      ...job,
      noAccessReasonId: 4,
      notes: "A loose dog",
      imageIds: [image.imageId],
      statusTimestamps: content.statusTimestamps,
      manifest: [image],
      changeTimestamp: at,
      job: content,
    });

  it("no access: the office reads it, and the job sheet shows it", async () => {
    const content = work();
    await reachAndHold();
    const image = await sendImage(server, sam, job, testImage);
    await noAccess(content, image);
    const found = await read();
    expect(found.job).toMatchObject({
      status: "Closed",
      notes: content.notes,
      parts: content.parts,
      plannedSors: content.plannedSors,
    });
    expect(found.appliances).toEqual(content.propertyAssets);
    expect(found.contacts.map(({ fullName }) => fullName)).toContain("Tom Ford");
    expect(found.closing).toMatchObject({ kind: "JobNoAccess", delivered: true });
    expect(found.evidence).toEqual([]);
    const text = await readJobSheet(server, found.documents);
    for (const word of [...recordedTexts, "A loose dog"]) expect(text).toContain(word);
    expect(text).toContain(
      "Arrived to Site 21/11/2026 10:00 Access Gained 21/11/2026 10:00 Put on hold 21/11/2026 10:00 Awaiting parts: A fan",
    );
  });

  it.each([
    ["a close after a hold", "11:30"],
    ["a close after a hold on a phone whose clock went back", "09:30"],
  ])("%s: the job sheet prints the hold and both times of access", async (_name, time) => {
    await reachAndHold();
    const second = `2026-11-21T${time}:00.000Z`;
    await status("AccessGained", second);
    const statusTimestamps = { New: at, Travelling: at, OnSite: at, AccessGained: second };
    await sent("JobClose", aClose(job, { job: { ...work(), statusTimestamps } }));
    const found = await read();
    const text = await readJobSheet(server, found.documents);
    expect(text).toContain(
      `Arrived to Site 21/11/2026 10:00 Access Gained 21/11/2026 10:00 Put on hold 21/11/2026 10:00 Awaiting parts: A fan Access Gained 21/11/2026 ${time}`,
    );
    expect(text.match(/Access Gained/g)).toHaveLength(2);
  });

  it("a removal: the job has it, the job sheet shows it, and nothing is closed", async () => {
    const content = work();
    await reachAndHold();
    const image = await sendImage(server, sam, job, testImage);
    const messageId = await sent("JobRemove", {
      ...job,
      changeTimestamp: at,
      job: content,
      manifest: [image],
    });
    const found = await read();
    expect(found.job).toMatchObject({ status: "New", notes: content.notes, parts: content.parts });
    expect(found.evidence).toEqual([
      expect.objectContaining({ messageId, type: "JobRemove", isTakenOver: true, job: content }),
    ]);
    expect(found.closing).toBeNull();
    const text = await readJobSheet(server, found.documents);
    for (const word of recordedTexts) expect(text).toContain(word);
    expect(text).toContain("was removed from the engineer");
  });

  it("a visit that was moved: its job sheet has its own time, and not that of the next visit", async () => {
    const assign = (engineer: TestEngineer, appointmentDateTime: string) =>
      server.call(office.assignJob, {
        params: { jobId: job.jobId },
        body: { fieldOperativeId: engineer.fieldOperativeId, appointmentDateTime },
      });
    const tell = async (taskDetails: string) => {
      const { appointmentDateTime, clientPreferredTimeName, description, ...before } = (
        await read()
      ).job;
      const { accessNotes, jobPriority } = description;
      const expected = {
        appointmentDateTime,
        clientPreferredTimeName,
        taskDetails: before.taskDetails,
        accessNotes,
        jobPriority,
      };
      await server.call(office.changeJob, {
        params: { jobId: job.jobId },
        body: { expected, details: { ...expected, taskDetails } },
      });
    };
    await tell("No heating");
    await status("Travelling");
    await assign(sam, "2026-11-21T13:30:00.000Z");
    await assign(alex, "2026-12-24T09:00:00.000Z");
    await tell("Take a ladder");
    await sent("JobRemove", { ...job, changeTimestamp: at, job: work(), manifest: [] });
    const { job: now, documents } = await read();
    expect(now.appointmentDateTime).toBe("2026-12-24T09:00:00.000Z");
    const text = await readJobSheet(server, documents);
    expect(text).toContain("Appointment 21/11/2026 13:30");
    expect(text).not.toContain("24/12/2026");
    expect(text).toContain("No heating");
    expect(text).not.toContain("Take a ladder");
  });

  it("a cancel: the job has it, the job sheet shows it, and nothing is closed", async () => {
    const content = work();
    await reachAndHold();
    const messageId = await sent("JobStatusChange", {
      ...job,
      currentStatus: "Reset",
      changeTimestamp: at,
      job: content,
    });
    const found = await read();
    expect(found.job).toMatchObject({
      status: "New",
      notes: content.notes,
      plannedSors: content.plannedSors,
    });
    expect(found.evidence).toEqual([
      expect.objectContaining({ messageId, type: "JobStatusChange", isTakenOver: true }),
    ]);
    expect(found.evidence[0]?.job).toEqual(content);
    expect(found.closing).toBeNull();
    const text = await readJobSheet(server, found.documents);
    for (const word of recordedTexts) expect(text).toContain(word);
    expect(text).toContain("was cancelled by the engineer on 21/11/2026 10:00");
    expect(found.documents).toHaveLength(1);
  });

  it("a cancel with nothing recorded has no evidence and no job sheet", async () => {
    await status("Travelling");
    await status("Reset");
    const found = await read();
    expect(found.evidence).toEqual([]);
    expect(found.documents).toEqual([]);
  });

  it("a phone that is wiped: the job has it, and the visit goes on without a document", async () => {
    const content = work();
    await reachAndHold();
    await status("AccessGained");
    const before = (await read()).job;
    await sent("JobStatusChange", {
      ...job,
      currentStatus: "AccessGained",
      changeTimestamp: at,
      job: content,
    });
    const found = await read();
    expect(found.job).toMatchObject({ status: "AccessGained", notes: content.notes });
    expect(found.job.statusTimestamps).toEqual(before.statusTimestamps);
    expect(found.messages.at(-1)?.flags.filter((flag) => flag.includes("step"))).toEqual([]);
    expect(found.evidence.map(({ type }) => type)).toEqual(["JobStatusChange"]);
    expect(found).toMatchObject({ closing: null, documents: [] });
  });

  it("a close after a cancel: its job sheet is next to that of the cancelled visit", async () => {
    const content = work();
    await reachAndHold();
    await sent("JobStatusChange", {
      ...job,
      currentStatus: "Reset",
      changeTimestamp: at,
      job: content,
    });
    await status("AccessGained");
    await sent("JobClose", aClose(job, { job: content }));
    const found = await read();
    expect(found.closing).toMatchObject({ kind: "JobClose", delivered: true });
    expect(found.documents.map(({ kind }) => kind)).toEqual(["job-sheet", "job-sheet"]);
  });

  it("a close names what it removed, to the office and on the job sheet", async () => {
    const content = work();
    await reachAndHold();
    await sent("JobStatusChange", {
      ...job,
      currentStatus: "Reset",
      changeTimestamp: at,
      job: content,
    });
    await status("AccessGained");
    const [appliance, contact, part] = [
      content.propertyAssets[0],
      content.tenants[0],
      content.parts[0],
    ];
    const removed = {
      propertyAssetIds: [appliance?.propertyAssetId ?? ""],
      propertyTenantIds: [contact?.propertyTenantId ?? ""],
      jobPartIds: [part?.jobPartId ?? ""],
    };
    await sent("JobClose", aClose(job, { job: { removed } }));
    const found = await read();
    expect(found.closing?.removed).toEqual({
      appliances: [appliance],
      contacts: [contact],
      parts: [part],
    });
    const text = await readJobSheet(server, found.documents.slice(1));
    expect(text).toContain("Removed on this visit Appliances");
    expect(text).toMatch(/Calder.* Parts Fan assembly Property contacts 1/);
  });

  it("private notes stay off the job sheet, which does not say that there were none", async () => {
    await status("AccessGained");
    const close = aClose(job, {
      job: { notes: [aNote(job, { description: "Chased the fault", isPublic: false })] },
    });
    await sent("JobClose", close);
    const text = await readJobSheet(server, (await read()).documents);
    expect(text).toContain("Engineering notes No public notes");
    expect(text).not.toContain("Chased the fault");
  });

  it("as large as a close may be", async () => {
    const description = "x".repeat(9_000);
    const notes = Array.from({ length: 60 }, () => aNote(job, { description }));
    await sent("JobRemove", { ...job, changeTimestamp: at, job: { ...work(), notes } });
    expect((await read()).job.notes).toHaveLength(60);
  });
});

describe("A form without a document of its own", () => {
  const customFormId = "0193b3f0-0000-7000-8000-00000000f201";
  const elements = [
    { type: "text", name: "reading", title: "CO reading" },
    { type: "radiogroup", name: "flue", title: "Flue", choices: [{ value: "f", text: "Failed" }] },
    { type: "text", name: "why", title: "Hidden", visibleIf: "{flue} = 'x'" },
    { type: "file", name: "photos", title: "Photos", storeDataAsText: false, maxFiles: 5 },
    { type: "signaturepad", name: "signature", title: "Signature of the engineer" },
  ];
  const definition = {
    customFormId,
    customFormDefinitionId: randomUUID(),
    version: 1,
    definition: {
      name: "Survey of the office",
      description: "",
      isSubForm: false,
      content: { pages: [{ name: "p", title: "Findings", elements }] },
    },
    jobCategoryId: 3,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 1,
    modifiedOn: at,
  };
  const { customFormDefinitionId } = definition;
  const inProgress = { completionStatus: "InProgress", completedOn: null } as const;

  beforeAll(async () => {
    const body = { rows: [definition] };
    await server.call(office.putData, { params: { type: "CustomForm" }, body });
  });

  async function begun(
    more: Partial<Pick<JobCustomForm, "customFormId" | "completionStatus" | "completedOn">> = {},
  ) {
    const photo = await sendImage(server, sam, job, testImage, customFormId);
    const form = aForm(job, customFormId, {
      ...inProgress,
      customFormDefinitionId,
      completedForm: {
        reading: "12 ppm",
        flue: "f",
        why: "Nobody sees this",
        photos: [{ imageId: photo.imageId }],
        signature: testImageUrl,
      },
      ...more,
    });
    const content: JobContent = {
      ...work(),
      customForms: [form],
      formPhotoImageIds: [photo.imageId],
    };
    return { photo, content };
  }

  it.each(["JobClose", "JobNoAccess", "JobRemove"] as const)(
    "that was begun and not completed has its answers on the job sheet, marked as not finished: %s",
    async (type) => {
      await reachAndHold();
      await status("AccessGained");
      const { photo, content } = await begun();
      if (type === "JobClose") await sent(type, aClose(job, { job: content, manifest: [photo] }));
      if (type === "JobNoAccess") {
        const image = await sendImage(server, sam, job, testImage);
        await sent(type, {
          ...job,
          noAccessReasonId: 4,
          notes: "A loose dog",
          imageIds: [image.imageId],
          statusTimestamps: content.statusTimestamps,
          manifest: [image, photo],
          changeTimestamp: at,
          job: content,
        });
      }
      if (type === "JobRemove")
        await sent(type, { ...job, changeTimestamp: at, job: content, manifest: [photo] });
      const text = await readJobSheet(server, (await read()).documents);
      expect(text).toContain(
        "Survey of the office (not finished) This form was not completed. These are the answers given so far. Findings Answer CO reading 12 ppm Flue Failed",
      );
      expect(text).toContain("Survey of the office Taken");
      expect(text).toContain("Signature of the engineer");
      expect(text).not.toContain("Nobody sees this");
    },
  );

  it("has its answers on the job sheet when it is complete", async () => {
    await reachAndHold();
    await status("AccessGained");
    const { photo, content } = await begun({ completionStatus: "Complete", completedOn: at });
    await sent("JobClose", aClose(job, { job: content, manifest: [photo] }));
    const text = await readJobSheet(server, (await read()).documents);
    expect(text).toContain("Survey of the office Findings Answer CO reading 12 ppm Flue Failed");
    expect(text).toContain("Survey of the office Taken");
    expect(text).toContain("Signature of the engineer");
    expect(text).not.toContain("Nobody sees this");
    expect(text).not.toContain("not finished");
  });

  it("is printed with the names of its questions if its definition is not known", async () => {
    await reachAndHold();
    const { content } = await begun({ customFormId: randomUUID() });
    const customForms = content.customForms.map((form) => ({
      ...form,
      customFormDefinitionId: randomUUID(),
    }));
    await sent("JobRemove", { ...job, changeTimestamp: at, job: { ...content, customForms } });
    const text = await readJobSheet(server, (await read()).documents);
    expect(text).toContain("Form (not finished)");
    expect(text).toContain("reading 12 ppm");
  });

  it("about people stays off the sheet, which a tenant may get", async () => {
    await reachAndHold();
    const { content } = await begun({ customFormId: formIds.riskAssessment });
    await sent("JobRemove", { ...job, changeTimestamp: at, job: content });
    const text = await readJobSheet(server, (await read()).documents);
    expect(text).toContain("In progress");
    expect(text).not.toContain("12 ppm");
  });
});

describe("Everything from an appointment that was moved is evidence: it is flagged and changes nothing", () => {
  const partId = randomUUID();
  /** Adds what the office planned, and assigns the job to another engineer. */
  async function moved() {
    await status("Reset");
    const part = aPart(job, {
      jobPartId: partId,
      status: "Collect",
      qty: 3,
      addedByFieldOp: false,
    });
    await server.database.pool.query("delete from job_part where job_part_id = $1", [partId]);
    await server.database.pool.query(
      "insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)",
      [partId, job.jobId, JSON.stringify(part)],
    );
    const sor = aSor(job, { sorCodeId: 99 });
    await server.database.pool.query(
      "insert into job_sor (job_id, sor_code_id, row) values ($1, 99, $2)",
      [job.jobId, JSON.stringify(sor)],
    );
    const { fieldOperativeId } = alex;
    await server.call(office.assignJob, {
      params: { jobId: job.jobId },
      body: { fieldOperativeId },
    });
  }

  const image = () => ({
    ...job,
    imageId: randomUUID(),
    entityId: job.jobId,
    associateToJob: true,
    timestamp: at,
    latitude: null,
    longitude: null,
    image: testImage.toString("base64"),
  });

  /** One message of every type that belongs to a job. A new type does not compile without its entry. */
  const messages: {
    readonly [
      T in Exclude<
        MessageType,
        | "SignatureUpdate"
        | "ContactFavouriteChange"
        | "CommandAcknowledgement"
        | "MemoryProfile"
        | "MileageAdd"
        | "MileageUpdate"
        | "MileageRemove"
        | "AbsenceRequest"
        | "AbsenceCancel"
      >
    ]: () => Payload<T>;
  } = {
    JobStatusChange: () => ({
      ...job,
      currentStatus: "Reset",
      changeTimestamp: at,
      job: ownWork(),
    }),
    JobHoldChange: () => ({
      ...job,
      statusTimestamps: { New: at },
      isOnHold: true,
      holdReasonId: 1,
      holdDescription: null,
      timestamp: at,
      changeTimestamp: at,
    }),
    JobImage: image,
    JobNoAccess: () => ({
      ...job,
      noAccessReasonId: 4,
      notes: "A loose dog",
      imageIds: [randomUUID()],
      statusTimestamps: { New: at, Closed: at },
      manifest: [],
      changeTimestamp: at,
      job: ownWork(),
    }),
    JobClose: () => aClose(job, { job: ownWork() }),
    JobRemove: () => ({ ...job, changeTimestamp: at, job: ownWork() }),
    RejectRemoveRequest: () => ({ ...job, reason: 1, comment: "Nearly done", changeTimestamp: at }),
    PartCollected: () => ({
      ...job,
      jobPartId: partId,
      qty: 3,
      qtyCollected: 3,
      status: "Collected",
      collectedDateTime: at,
      supplierTicketNumber: null,
      changeTimestamp: at,
    }),
    PropertyNotificationConfirm: () => ({
      ...job,
      notice: "PartsRequired",
      propertyNotificationId: null,
      confirmedOn: at,
    }),
  };

  let contactId: string;
  /** Changes what is stored, adds to it, and leaves out what was planned. */
  function ownWork(): JobContent {
    const content = work();
    return {
      ...content,
      parts: [...content.parts, aPart(job, { jobPartId: partId, qtyUsed: 3 })],
      tenants: [aContact(propertyId, { propertyTenantId: contactId, fullName: "Somebody Else" })],
    };
  }

  it.each(Object.keys(messages) as (keyof typeof messages)[])("%s", async (type) => {
    await moved();
    const before = await read();
    contactId = before.contacts[0]?.propertyTenantId ?? "";
    const payload = messages[type]();
    const messageId = await sent(type, payload as never);
    const after = await read();
    const message = after.messages.find((one) => one.messageId === messageId);
    expect(message).toMatchObject({ isEvidence: true, flags: ["appointment-ended: moved"] });
    const content = "job" in payload ? payload.job : undefined;
    expect(after.evidence).toMatchObject(
      content ? [{ messageId, isTakenOver: false, job: content }] : [],
    );
    for (const key of ["job", "appliances", "contacts", "closing", "forms"] as const)
      expect([key, after[key]]).toEqual([key, before[key]]);
    expect(after.images.map(({ isEvidence }) => isEvidence)).toEqual(
      type === "JobImage" ? [true] : [],
    );
    const listed = await server.call(office.listJobs, {
      query: { fieldOperativeId: alex.fieldOperativeId },
    });
    expect(listed.find(({ jobId }) => jobId === job.jobId)).toMatchObject({
      delivered: false,
      missing: null,
    });
  });

  it("the removal that the move asked for is none, if nothing was recorded", async () => {
    await moved();
    contactId = (await read()).contacts[0]?.propertyTenantId ?? "";
    const mere = await sent("JobRemove", { ...job, changeTimestamp: at });
    const withWork = await sent("JobRemove", { ...job, changeTimestamp: at, job: ownWork() });
    const { messages } = await read();
    const flagsOf = (id: string) => messages.find(({ messageId }) => messageId === id)?.flags;
    expect([flagsOf(mere), flagsOf(withWork)]).toEqual([[], ["appointment-ended: moved"]]);
  });

  it("a closing of it does not replace the closing that counts", async () => {
    await moved();
    const { fieldOperativeAppointmentId } = (await read()).job;
    const alexJob = { jobId: job.jobId, fieldOperativeAppointmentId };
    await sent("JobClose", aClose(alexJob, { outcome: { outcomeId: 5 } }), alex);
    await sent(
      "JobClose",
      aClose(job, { manifest: [{ imageId: randomUUID(), sha256: "0".repeat(64) }] }),
    );
    const { closing } = await read();
    expect(closing).toMatchObject({
      delivered: true,
      outcome: { outcomeId: 5 },
      closedBy: { fieldOperativeId: alex.fieldOperativeId },
    });
  });
});

describe("A job that was moved while its engineer went on with it", () => {
  const at2 = "2026-11-21T10:30:00.000Z";

  async function moveTo(engineer: TestEngineer, appointmentDateTime?: string) {
    const { fieldOperativeId } = engineer;
    const params = { jobId: job.jobId };
    const body = { fieldOperativeId, appointmentDateTime };
    await server.call(office.assignJob, { params, body });
  }

  /** Changes what the office says of the job. */
  const change = async (changes: Partial<CallBody<typeof office.changeJob>["details"]>) => {
    const { job: seen, orders } = await read();
    const { appointmentDateTime, clientPreferredTimeName, taskDetails, description } = seen;
    const { accessNotes, jobPriority } = description;
    const texts = { appointmentDateTime, clientPreferredTimeName, taskDetails, accessNotes };
    const expected = { ...texts, jobPriority, ...orders };
    await server.call(office.changeJob, {
      params: { jobId: job.jobId },
      body: { expected, details: { ...expected, ...changes } },
    });
  };

  const giveBack = (fieldOperativeAppointmentId = job.fieldOperativeAppointmentId) =>
    server.request(office.giveBackJob, {
      params: { jobId: job.jobId },
      body: { fieldOperativeAppointmentId },
    });

  const openCommandsOf = async ({ token, deviceId }: TestEngineer) =>
    (await server.call(getCommands, { token, deviceId })).commands.filter(
      (command) => "jobId" in command && command.jobId === job.jobId,
    );

  /** Sam gains access without a network, while the office moves the job to Alex. */
  async function movedMeanwhile() {
    for (const step of ["Reset", "Travelling", "OnSite"] as const) await status(step);
    await moveTo(alex);
    await status("AccessGained", at2);
  }

  it("is shown to the office, and given back it goes on from where it was", async () => {
    await movedMeanwhile();
    const { fieldOperativeAppointmentId } = job;
    const moved = await read();
    expect(moved.earlierVisit).toMatchObject({
      fieldOperativeAppointmentId,
      fieldOperativeId: sam.fieldOperativeId,
    });
    expect(moved.job.status).toBe("New");
    const { issues } = await server.call(office.readBoard, {
      query: { day: moved.job.appointmentDateTime.slice(0, 10) },
    });
    expect(issues).toContainEqual(
      expect.objectContaining({
        kind: "earlier-visit",
        jobId: job.jobId,
        fieldOperativeId: sam.fieldOperativeId,
      }),
    );
    expect(await openCommandsOf(sam)).toMatchObject([
      { type: "CancelJob", isMoved: true, visitCounts: false },
    ]);

    expect(await giveBack()).toMatchObject({ status: 200, body: { messages: 1 } });
    const back = await read();
    expect(back).toMatchObject({
      fieldOperativeId: sam.fieldOperativeId,
      earlierVisit: null,
      job: {
        fieldOperativeAppointmentId,
        status: "AccessGained",
        statusTimestamps: { Travelling: at, OnSite: at, AccessGained: at2 },
      },
    });
    expect(back.messages.at(-1)).toMatchObject({ isEvidence: false, flags: ["given-back"] });
    expect(await openCommandsOf(sam)).toMatchObject([{ type: "JobUpdate" }]);
    expect(await openCommandsOf(alex)).toMatchObject([{ type: "CancelJob", isMoved: true }]);
  });

  it("to another day is on the board of today too, where its engineer goes on with it", async () => {
    for (const step of ["Reset", "Travelling", "OnSite"] as const) await status(step);
    await moveTo(alex, "2033-03-03T09:00:00.000Z");
    const { jobId } = job;
    const readDay = async (day?: string) => {
      const query = day === undefined ? {} : { day };
      const board = await server.call(office.readBoard, { query });
      const [jobs, movedJobs] = [board.jobs, board.movedJobs].map((list) =>
        list.filter((one) => one.jobId === jobId),
      );
      const some = await server.call(office.readBoardJobs, {
        query: { day: board.day, jobIds: jobId },
      });
      expect(some).toEqual({ jobs, movedJobs });
      const issues = board.issues.filter((issue) => issue.jobId === jobId);
      return { jobs, movedJobs, issues: issues.map(({ kind }) => kind) };
    };
    expect(await readDay()).toEqual({ jobs: [], movedJobs: [], issues: [] });
    await status("AccessGained", at2);
    const { fieldOperativeId } = sam;
    expect(await readDay()).toMatchObject({
      jobs: [],
      movedJobs: [{ status: "New", earlierVisit: { fieldOperativeId } }],
      issues: ["earlier-visit"],
    });
    expect(await readDay("2033-03-03")).toMatchObject({
      jobs: [{ status: "New", earlierVisit: { fieldOperativeId } }],
      movedJobs: [],
      issues: ["earlier-visit"],
    });
    expect(await readDay("2033-03-04")).toEqual({ jobs: [], movedJobs: [], issues: [] });
    await giveBack();
    expect(await readDay()).toMatchObject({ jobs: [{ status: "AccessGained" }], movedJobs: [] });
  });

  it("that another engineer has closed is shown to the office until the earlier visit ends", async () => {
    await movedMeanwhile();
    const { fieldOperativeAppointmentId } = (await read()).job;
    await sent("JobClose", aClose({ jobId: job.jobId, fieldOperativeAppointmentId }), alex);
    const { fieldOperativeId } = sam;
    const readIssues = async () => {
      const board = await server.call(office.readBoard, { query: {} });
      return board.issues.filter(({ jobId }) => jobId === job.jobId);
    };
    expect(await read()).toMatchObject({
      job: { status: "Closed" },
      earlierVisit: { fieldOperativeId },
    });
    expect(await readIssues()).toMatchObject([{ kind: "earlier-visit", fieldOperativeId }]);
    expect(await giveBack()).toMatchObject({ status: 409 });
    await sent("JobClose", aClose(job));
    expect(await read()).toMatchObject({ job: { status: "Closed" }, earlierVisit: null });
    expect(await readIssues()).toEqual([]);
  });

  it("counts with all of its work, photos and documents once it is given back", async () => {
    await movedMeanwhile();
    const { imageId, sha256 } = await sendImage(server, sam, job, testImage);
    const content = work();
    await sent("JobClose", aClose(job, { job: content, manifest: [{ imageId, sha256 }] }));
    const moved = await read();
    expect(moved).toMatchObject({ closing: null, job: { status: "New", notes: [], parts: [] } });
    expect(moved.evidence).toHaveLength(1);
    const { fieldOperativeId } = sam;
    expect(moved.documents).toMatchObject([
      { name: expect.stringMatching(/^Job sheet .* \(evidence\)$/), fieldOperativeId },
    ]);
    const listAlarms = async () => {
      const query = { kind: "moved-visit-ended" };
      const alarms = await server.call(office.listAlarms, { query });
      return alarms.filter(({ details }) => isRecord(details) && details.jobId === job.jobId);
    };
    expect(await listAlarms()).toMatchObject([
      {
        details: { fieldOperativeId: sam.fieldOperativeId, deviceId: sam.deviceId },
        formattedJobId: moved.job.formattedJobId,
        isSettled: false,
      },
    ]);

    expect(await giveBack()).toMatchObject({ status: 200, body: { messages: 3 } });
    const back = await read();
    expect(back.job).toMatchObject({
      status: "Closed",
      notes: content.notes,
      parts: content.parts,
      plannedSors: content.plannedSors,
    });
    expect(back).toMatchObject({
      closing: { kind: "JobClose", delivered: true },
      evidence: [],
      earlierVisit: null,
      images: [{ imageId, isEvidence: false }],
    });
    expect(back.appliances).toEqual(content.propertyAssets);
    expect(await readJobSheet(server, back.documents)).toContain("Flue cleared");
    expect(back.documents).toHaveLength(moved.documents.length);
    expect(back.documents[0]?.name).not.toContain("evidence");
    expect(await listAlarms()).toMatchObject([{ isSettled: true }]);
  });

  it("keeps what its engineer was asked, if the closed job is removed from the phone after it was given back", async () => {
    await change({ taskDetails: "No heating" });
    await movedMeanwhile();
    await change({ taskDetails: "Take a ladder" });
    await sent("JobClose", aClose(job, { job: work() }));
    await giveBack();
    const readAsked = async () => {
      const { rows } = await server.database.pool.query<{ readonly asked: unknown }>(
        "select ended_state -> 'asked' as asked from appointment where field_operative_appointment_id = $1",
        [job.fieldOperativeAppointmentId],
      );
      return rows[0]?.asked;
    };
    expect(await readAsked()).toMatchObject({ taskDetails: "No heating" });
    await sent("JobRemove", { ...job, changeTimestamp: at2 });
    expect(await readAsked()).toMatchObject({ taskDetails: "No heating" });
  });

  it.each(["before", "after"])(
    "keeps what the present engineer has collected, if the close comes %s it is given back",
    async (when) => {
      await status("Reset");
      const ordered = { qty: 3, status: "Collect", usageType: 1, addedByFieldOp: false } as const;
      const part = aPart(job, ordered);
      const { jobPartId } = part;
      await server.database.pool.query(
        "insert into job_part (job_part_id, job_id, row) values ($1, $2, $3)",
        [jobPartId, job.jobId, JSON.stringify(part)],
      );
      for (const step of ["Travelling", "OnSite"] as const) await status(step);
      await moveTo(alex);
      const { fieldOperativeAppointmentId } = (await read()).job;
      const collected = {
        qtyCollected: 3,
        status: "Collected",
        collectedDateTime: at2,
        supplierTicketNumber: null,
      } as const;
      const ids = { jobId: job.jobId, fieldOperativeAppointmentId, jobPartId };
      const receipt = { ...ids, ...collected, qty: 3, changeTimestamp: at2 };
      await sent("PartCollected", receipt, alex);
      const used = { ...part, qtyUsed: 2, usageStatus: "Partial" } as const;
      const close = aClose(job, { job: { ...work(), parts: [used] } });
      if (when === "before") await sent("JobClose", close);
      expect(await giveBack()).toMatchObject({ status: 200 });
      if (when === "after") await sent("JobClose", close);
      const { parts, status: now } = (await read()).job;
      expect(now).toBe("Closed");
      expect(parts).toEqual([{ ...used, ...collected }]);
    },
  );

  it("that was closed has a job sheet that says what the office has changed meanwhile, once it is given back", async () => {
    await change({ taskDetails: "No heating" });
    for (const step of ["Reset", "Travelling", "OnSite"] as const) await status(step);
    await moveTo(alex);
    await status("AccessGained", at2);
    await change({ taskDetails: "Take a ladder", parts: [{ shortDescription: "Pump", qty: 2 }] });
    await sent("JobClose", aClose(job, { job: work() }));
    const moved = await readJobSheet(server, (await read()).documents);
    expect(moved).toContain("No heating");
    expect(moved).not.toContain("Change by the office");

    await giveBack();
    const back = await read();
    expect(back.closing?.outdatedOrders).not.toBeNull();
    const sheet = await readJobSheet(server, back.documents);
    expect(sheet).toContain("Change by the office");
    expect(sheet).toContain("No heating");
    expect(sheet).not.toContain("Take a ladder");
    expect(back.documents).toHaveLength(1);
  });

  it("goes on as it was when it is given back before anything of it has arrived", async () => {
    for (const step of ["Reset", "Travelling", "OnSite"] as const) await status(step);
    const before = (await read()).job;
    await moveTo(alex);
    expect(await giveBack()).toMatchObject({ status: 200, body: { messages: 0 } });
    expect((await read()).job).toEqual(before);
    await status("AccessGained", at2);
    expect((await read()).messages.at(-1)).toMatchObject({ isEvidence: false, flags: [] });
  });

  it("counts also if it was taken away by force, and the phone had closed it before it heard of that", async () => {
    const params = { jobId: job.jobId };
    await server.call(office.requestRemoval, { params, body: { force: true } });
    await sent("JobClose", aClose(job, { job: work() }));
    await sent("JobRemove", { ...job, changeTimestamp: at2 });
    expect((await read()).earlierVisit).not.toBeNull();
    expect(await giveBack()).toMatchObject({ status: 200, body: { messages: 1 } });
    expect(await read()).toMatchObject({
      fieldOperativeId: sam.fieldOperativeId,
      earlierVisit: null,
      job: { status: "Closed" },
      closing: { kind: "JobClose", delivered: true },
    });
  });

  it("that nobody had acknowledged, has a job sheet that says what its engineer was asked", async () => {
    await change({ taskDetails: "No heating" });
    const params = { jobId: job.jobId };
    await server.call(office.requestRemoval, { params, body: { force: false } });
    await change({ taskDetails: "Take a ladder" });
    await sent("JobClose", aClose(job, { job: work() }));
    const { earlierVisit, documents } = await read();
    expect(earlierVisit).not.toBeNull();
    const sheet = await readJobSheet(server, documents);
    expect(sheet).toContain("No heating");
    expect(sheet).not.toContain("Take a ladder");
    expect(await giveBack()).toMatchObject({ status: 200 });
    expect((await read()).job).toMatchObject({ status: "Closed", taskDetails: "Take a ladder" });
  });

  it("that the phone has removed, has a job sheet that says what its engineer was asked, also if a photo comes later", async () => {
    await change({ taskDetails: "No heating" });
    await status("Reset");
    const imageId = randomUUID();
    const sha256 = createHash("sha256").update(testImage).digest("hex");
    const manifest = [{ imageId, sha256 }];
    await sent("JobRemove", { ...job, changeTimestamp: at2, job: work(), manifest });
    await change({ taskDetails: "Take a ladder" });
    await sent("JobImage", {
      ...job,
      imageId,
      entityId: job.jobId,
      associateToJob: true,
      timestamp: at,
      latitude: null,
      longitude: null,
      image: testImageUrl,
    });
    const sheet = await readJobSheet(server, (await read()).documents);
    expect(sheet).toContain("No heating");
    expect(sheet).not.toContain("Take a ladder");
  });

  it("that the engineer only kept, goes on under the engineer's own appointment", async () => {
    await movedMeanwhile();
    const reason = { reason: 3, comment: "auto", changeTimestamp: at2 } as const;
    const messageId = await sent("RejectRemoveRequest", { ...job, ...reason });
    const alarms = await server.call(office.listAlarms, { query: { kind: "moved-job-kept" } });
    expect(alarms).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ messageId }) }),
    );
    expect(await giveBack()).toMatchObject({ status: 200 });
    await sent("JobClose", aClose(job, { job: work() }));
    expect(await read()).toMatchObject({ job: { status: "Closed" }, closing: { delivered: true } });
  });

  describe("and set it back to New", () => {
    const reset = (more: { readonly isAcknowledgement?: boolean } = {}) => {
      const changed = { currentStatus: "Reset", changeTimestamp: at2 } as const;
      return sent("JobStatusChange", { ...job, ...changed, ...more });
    };

    it("after keeping it, no longer goes on with it, and the phone is asked again to remove it", async () => {
      for (const step of ["Reset", "Travelling"] as const) await status(step);
      await moveTo(alex);
      const [first] = await openCommandsOf(sam);
      const commandId = first?.messageId ?? "";
      await sent("CommandAcknowledgement", { commandId, outcome: "alert", acknowledgedOn: at });
      const kept = { reason: 2, comment: "Nearly there", changeTimestamp: at } as const;
      await sent("RejectRemoveRequest", { ...job, ...kept });
      expect((await read()).earlierVisit).toMatchObject({ fieldOperativeId: sam.fieldOperativeId });
      expect(await openCommandsOf(sam)).toEqual([]);

      await reset({ isAcknowledgement: false });
      expect((await read()).earlierVisit).toBeNull();
      const { fieldOperativeAppointmentId } = job;
      expect(await openCommandsOf(sam)).toMatchObject([
        { type: "CancelJob", fieldOperativeAppointmentId, force: false, isMoved: true },
      ]);
      expect(await openCommandsOf(alex)).toEqual([]);
    });

    it("while the request to remove it is unanswered, is asked again", async () => {
      for (const step of ["Reset", "Travelling"] as const) await status(step);
      await moveTo(alex);
      const [first] = await openCommandsOf(sam);
      const commandId = first?.messageId ?? "";
      await sent("CommandAcknowledgement", { commandId, outcome: "alert", acknowledgedOn: at });
      await reset({ isAcknowledgement: false });
      expect((await read()).earlierVisit).toBeNull();
      expect(await openCommandsOf(sam)).toMatchObject([{ type: "CancelJob", isMoved: true }]);
    });

    it("and begun again, goes on with it", async () => {
      await movedMeanwhile();
      await reset({ isAcknowledgement: false });
      expect((await read()).earlierVisit).toBeNull();
      await status("Travelling", at2);
      expect((await read()).earlierVisit).toMatchObject({ fieldOperativeId: sam.fieldOperativeId });
    });

    it("has the job back as New when it is given back, and is not asked to remove it", async () => {
      await movedMeanwhile();
      await reset({ isAcknowledgement: false });
      expect(await giveBack()).toMatchObject({ status: 200 });
      expect(await read()).toMatchObject({
        fieldOperativeId: sam.fieldOperativeId,
        job: { status: "New" },
      });
      expect(await openCommandsOf(sam)).toMatchObject([{ type: "JobUpdate", isGivenBack: true }]);
    });

    it("is asked once more only for a step back: not for an acknowledgement, nor while the job is the engineer's", async () => {
      for (const step of ["Reset", "Travelling"] as const) await status(step);
      await reset({ isAcknowledgement: false });
      expect(await openCommandsOf(sam)).toEqual([]);
      await moveTo(alex);
      await reset({ isAcknowledgement: true });
      expect(await openCommandsOf(sam)).toHaveLength(1);
    });
  });

  it("is not removed by another phone of the engineer once it is given back", async () => {
    const other = await server.addPhone(sam);
    await sent("JobStatusChange", { ...job, currentStatus: "Reset", changeTimestamp: at }, other);
    await movedMeanwhile();
    const [command] = await openCommandsOf(sam);
    const commandId = command?.messageId ?? "";
    await sent("CommandAcknowledgement", { commandId, outcome: "ignored", acknowledgedOn: at2 });
    expect(await openCommandsOf(other)).toMatchObject([{ type: "CancelJob" }]);
    expect(await giveBack()).toMatchObject({ status: 200 });
    for (const phone of [sam, other])
      expect(await openCommandsOf(phone)).toMatchObject([{ type: "JobUpdate", isGivenBack: true }]);
    expect((await read()).removalRequest).toBeNull();
  });

  it("is given back although another phone of the engineer, which had not begun it, has removed it", async () => {
    const other = await server.addPhone(sam);
    await sent("JobStatusChange", { ...job, currentStatus: "Reset", changeTimestamp: at }, other);
    await movedMeanwhile();
    await sent("JobRemove", { ...job, changeTimestamp: at2 }, other);
    const { fieldOperativeAppointmentId } = job;
    expect((await read()).earlierVisit).toMatchObject({ fieldOperativeAppointmentId });
    expect(await giveBack()).toMatchObject({ status: 200, body: { messages: 1 } });
    expect(await read()).toMatchObject({
      fieldOperativeId: sam.fieldOperativeId,
      job: { status: "AccessGained", fieldOperativeAppointmentId },
    });
  });

  it("is not given back once another engineer has begun it, or the phone has removed it", async () => {
    await movedMeanwhile();
    const alexJob = {
      jobId: job.jobId,
      fieldOperativeAppointmentId: (await read()).job.fieldOperativeAppointmentId,
    };
    const byAlex = (currentStatus: "Travelling" | "New") =>
      sent("JobStatusChange", { ...alexJob, currentStatus, changeTimestamp: at2 }, alex);
    await byAlex("Travelling");
    expect(await giveBack()).toMatchObject({ status: 409 });
    expect((await read()).earlierVisit).not.toBeNull();
    await byAlex("New");
    await sent("JobRemove", { ...job, changeTimestamp: at2 });
    expect((await read()).earlierVisit).toBeNull();
    expect(await giveBack()).toMatchObject({ status: 409 });
    expect(await giveBack(randomUUID())).toMatchObject({ status: 404 });
    expect(await giveBack(alexJob.fieldOperativeAppointmentId)).toMatchObject({ status: 409 });
  });
});

describe("A record that an engineer removes stays removed", () => {
  it("at the next visit, and when a phone that still has it closes another job there", async () => {
    const content = work();
    const [appliance] = content.propertyAssets;
    const [contact] = content.tenants;
    const [part] = content.parts;
    if (!appliance || !contact || !part) throw new Error("There is nothing to take away");
    await sent("JobStatusChange", {
      ...job,
      currentStatus: "Reset",
      changeTimestamp: at,
      job: content,
    });
    const added = await read();
    expect(added.appliances).toEqual([appliance]);
    const plannedContact = added.contacts.find(({ addedByEngineer }) => !addedByEngineer);
    const removed = {
      propertyAssetIds: [appliance.propertyAssetId],
      // A contact that was there before cannot be removed, whatever is sent.
      propertyTenantIds: [contact.propertyTenantId, plannedContact?.propertyTenantId ?? ""],
      jobPartIds: [part.jobPartId],
    };
    const none = { ...content, parts: [], propertyAssets: [], tenants: [] };
    await sent("JobClose", aClose(job, { job: { ...none, removed } }));
    const after = await read();
    expect([after.appliances, after.contacts, after.job.parts]).toEqual([[], [plannedContact], []]);

    const { fieldOperativeId } = alex;
    const property = { propertyId, addressLine1: "1 Example Street", postcode: "LS6 1AA" };
    const raised = await server.call(office.createJob, {
      body: aDraft({ fieldOperativeId, property }),
    });
    const next = await server.call(office.readJob, { params: { jobId: raised.jobId } });
    expect(next.job.property).toMatchObject({ assets: [], tenants: [plannedContact] });
    const { fieldOperativeAppointmentId } = next.job;
    const alexJob = { jobId: raised.jobId, fieldOperativeAppointmentId };
    const stale = { propertyAssets: [appliance], tenants: [contact] };
    await sent("JobClose", aClose(alexJob, { job: stale }), alex);
    expect(await read()).toMatchObject({ appliances: [], contacts: [plannedContact] });
  });
});

describe("The newer change of an appliance or a contact wins", () => {
  const on = (hour: number) => `2026-03-02T${hour}:00:00.000Z`;
  const changed = (ids: { asset: string; tenant: string }, name: string, modifiedOn: string) => ({
    ...work(),
    propertyAssets: [
      anAppliance(propertyId, {
        propertyAssetId: ids.asset,
        unknownManufacturerName: name,
        modifiedOn,
      }),
    ],
    tenants: [aContact(propertyId, { propertyTenantId: ids.tenant, fullName: name, modifiedOn })],
  });
  const reset = (content: JobContent) =>
    sent("JobStatusChange", { ...job, currentStatus: "Reset", changeTimestamp: at, job: content });
  const readNames = async ({ asset, tenant }: { asset: string; tenant: string }) => {
    const { appliances, contacts } = await read();
    return [
      appliances.find(({ propertyAssetId }) => propertyAssetId === asset)?.unknownManufacturerName,
      contacts.find(({ propertyTenantId }) => propertyTenantId === tenant)?.fullName,
    ];
  };
  const ids = () => ({ asset: randomUUID(), tenant: randomUUID() });

  it("an older change that arrives later overwrites nothing and stays as evidence", async () => {
    const of = ids();
    await reset(changed(of, "Newer", on(14)));
    const older = changed(of, "Older", on(13));
    const messageId = await sent("JobRemove", {
      ...job,
      changeTimestamp: at,
      job: older,
      manifest: [],
    });
    expect(await readNames(of)).toEqual(["Newer", "Newer"]);
    const { evidence } = await read();
    expect(evidence.find((one) => one.messageId === messageId)).toMatchObject({ job: older });
  });

  it("the moment decides what is newer, and not its spelling", async () => {
    const of = ids();
    await reset(changed(of, "First", "2026-03-02T14:00:00+01:00"));
    await reset(changed(of, "Second", "2026-03-02T13:30:00Z"));
    expect(await readNames(of)).toEqual(["Second", "Second"]);
  });

  it("a change with the same time overwrites, and so does one whose time the database cannot read", async () => {
    const of = ids();
    await reset(changed(of, "First", on(14)));
    await reset(changed(of, "Same time", on(14)));
    expect(await readNames(of)).toEqual(["Same time", "Same time"]);
    await reset(changed(of, "Far offset", "2026-03-02T13:00:00+23:00"));
    expect(await readNames(of)).toEqual(["Far offset", "Far offset"]);
    await reset(changed(of, "Last", on(10)));
    expect(await readNames(of)).toEqual(["Last", "Last"]);
  });

  it("of two changes that arrive together, too", async () => {
    const of = ids();
    const messages = [changed(of, "Newer", on(14)), changed(of, "Older", on(13))];
    await Promise.all(messages.map((content) => reset(content)));
    expect(await readNames(of)).toEqual(["Newer", "Newer"]);
  });
});

describe("The id of an image belongs to one image", () => {
  const of = (imageId: string, entry: object, image = testImageUrl) =>
    server.send(sam, "JobImage", {
      ...job,
      ...entry,
      imageId,
      entityId: job.jobId,
      associateToJob: true,
      timestamp: at,
      latitude: null,
      longitude: null,
      image,
    });

  it("an image under an id that another job has used is refused, and the first one stays", async () => {
    const imageId = randomUUID();
    await of(imageId, {});
    const first = job;
    const { fieldOperativeId } = sam;
    const raised = await server.call(office.createJob, { body: aDraft({ fieldOperativeId }) });
    const other = {
      jobId: raised.jobId,
      fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
    };
    expect(await of(imageId, other)).toMatchObject({ status: 409, body: { code: "conflict" } });
    const images = async ({ jobId }: { jobId: string }) =>
      (await server.call(office.readJob, { params: { jobId } })).images;
    expect(await images(first)).toHaveLength(1);
    expect(await images(other)).toHaveLength(0);
  });

  it("of two images sent at once for two jobs, one is refused", async () => {
    const imageId = randomUUID();
    const { fieldOperativeId } = sam;
    const raised = await server.call(office.createJob, { body: aDraft({ fieldOperativeId }) });
    const other = {
      jobId: raised.jobId,
      fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId ?? "",
    };
    const answers = await Promise.all([of(imageId, {}), of(imageId, other)]);
    expect(new Set(answers.map(({ status: code }) => code))).toEqual(new Set([200, 409]));
  });
});

it("An outcome that does not exist is refused", async () => {
  for (const outcomeId of [0, 9, 3.5]) {
    const close = aClose(job);
    const payload = { ...close, outcome: { ...close.outcome, outcomeId } };
    expect(await server.send(sam, "JobClose", payload as never)).toMatchObject({ status: 400 });
  }
});
