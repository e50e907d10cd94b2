import { messagePaths, type ServerJob } from "@fieldfare/contract";
import { formIds } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeJob, closeWithoutAccess } from "../actions/closing.ts";
import { addPhoto } from "../actions/images.ts";
import { purgeDelivered } from "../actions/purge.ts";
import { removeJob } from "../actions/removal.ts";
import type { JobRow } from "../database/rows.ts";
import { storeServerTime } from "../database/server-time.ts";
import { drain } from "../outbox/sender.ts";
import { refreshJobs } from "../polling/jobs.ts";
import { aJobRow } from "../testing/builders.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import { anEngineerInside, at, type Engineer, entityId, jobId } from "../testing/engineer.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  owner,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { anEntry } from "../testing/form-builders.ts";
import { aJobId } from "../testing/queueing.ts";
import { aServerJob } from "../testing/server-job.ts";
import { saveFormDraft } from "../drafts/form-drafts.ts";
import { readHome, readJobCards, readVisitWarnings } from "./jobs.ts";

const nextJobId = entityId(51);
const boiler = {
  type: "Combi boiler",
  location: "Kitchen",
  inspected: "yes",
  hasDefect: "yes",
  classification: "ID",
  warningNoticeIssued: "yes",
  warningNoticeNumber: "PAD 17",
};
const record = (completedForm: Record<string, unknown>) =>
  anEntry({
    customFormId: formIds.gasSafetyRecord,
    usageRequirement: 1,
    completionStatus: "Complete",
    completedForm,
  });
const danger = {
  kind: "danger",
  visitedOn: "2026-03-02",
  classification: "ID",
  name: "Combi boiler, Kitchen",
} as const;
const attempt = { kind: "no-access", visitedOn: "2026-03-01", reason: null } as const;

describe("A second job of the same home", () => {
  let engineer: Engineer | undefined;
  afterEach(() => engineer?.close());

  async function withNextJob(job: Partial<JobRow>, given: Partial<JobRow> = {}) {
    engineer = await anEngineerInside({ job });
    const { database } = engineer.device;
    await database.job.put(aJobRow({ jobId: nextJobId, ...given }));
    return engineer;
  }
  const warnings = (one: Engineer) => readVisitWarnings(one.device, nextJobId);

  it("tells of a danger as soon as the first job is closed, on its hub, its card and Home", async () => {
    const given = { visitWarnings: [attempt] };
    const one = await withNextJob({ customForms: [record({ appliances: [boiler] })] }, given);
    expect(await warnings(one)).toEqual([attempt]);
    expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
    expect(await warnings(one)).toEqual([danger]);
    expect((await readHome(one.device)).visit).toMatchObject({ earlierVisits: "danger" });
    const cards = await readJobCards(one.device);
    expect(cards.find((card) => card.jobId === nextJobId)).toMatchObject({
      earlierVisits: "danger",
    });
    expect(await readVisitWarnings(one.device, jobId)).toEqual([]);
  });

  it("tells also of a danger that was typed since the last save of the form", async () => {
    const begun = { ...record({ appliances: [] }), completionStatus: "InProgress" as const };
    const one = await withNextJob({ customForms: [begun] });
    const draft = { answers: { appliances: [boiler] }, page: null, panel: null, camera: null };
    await saveFormDraft(one.device, jobId, formIds.gasSafetyRecord, draft);
    expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
    expect(await warnings(one)).toEqual([danger]);
  });

  it("tells that nobody let the engineer in, and of what was found all the same", async () => {
    const forms = [record({ appliances: [boiler] })];
    const one = await withNextJob({ status: "OnSite", customForms: forms });
    const photo = { jobId, purpose: "no-access", file: new Blob(["photo"]) } as const;
    await addPhoto(one.device, photo);
    const answers = { noAccessReasonId: 1, notes: "Nobody in" };
    expect(await closeWithoutAccess(one.device, jobId, answers)).toMatchObject({ ok: true });
    const noAccess = { kind: "no-access", visitedOn: "2026-03-02", reason: null };
    expect(await warnings(one)).toEqual([danger, noAccess]);
  });

  it("still tells of it when the first job is deleted two weeks after it was delivered", async () => {
    const one = await withNextJob({ customForms: [record({ appliances: [boiler] })] });
    const { database } = one.device;
    expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
    await database.messageQueue.clear();
    await storeServerTime(database, "2026-03-18T12:00:00.000Z");
    expect(await purgeDelivered(one.device)).toEqual({ ok: true, value: 1 });
    expect(await database.job.get(jobId)).toBeUndefined();
    expect(await warnings(one)).toEqual([danger]);
  });

  it("still tells of it when the first job is removed, and knows a later visit of that job", async () => {
    const customForms = [record({ appliances: [boiler] })];
    const one = await withNextJob({ customForms }, { warnedVisits: [jobId] });
    const { database } = one.device;
    const removal = { fieldOperativeAppointmentId: jobId, requestedOn: at() };
    const remove = async () => {
      expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
      await database.jobRemoval.put({ jobRemovalId: entityId(53), jobId, ...removal });
      expect(await removeJob(one.device, jobId)).toMatchObject({ ok: true });
    };
    await remove();
    expect(await warnings(one)).toEqual([]);
    await database.job.put(aJobRow({ jobId, status: "AccessGained", customForms }));
    await remove();
    expect(await warnings(one)).toEqual([danger]);
  });

  it("tells nothing of a job elsewhere, or of one that is not closed", async () => {
    const customForms = [record({ appliances: [boiler] })];
    const { property } = aJobRow({ jobId });
    const elsewhere = { ...property, propertyId: entityId(52) };
    const one = await withNextJob({ customForms }, { property: elsewhere });
    expect(await closeJob(one.device, jobId, closeAnswers())).toMatchObject({ ok: true });
    expect(await warnings(one)).toEqual([]);
    one.close();
    expect(await warnings(await withNextJob({ customForms }))).toEqual([]);
  });
});

describe("The warnings that come with a job", () => {
  let phone: SignedInPhone;
  let server: FakeServer;
  beforeEach(() => {
    server = aFakeServer();
  });
  afterEach(() => phone.kill());

  /** A job that found the danger is closed on the phone; the next one comes with the server's warnings. */
  async function receiveNextJob(
    visitWarnings: ServerJob["visitWarnings"],
    { isDelivered }: { isDelivered: boolean },
  ) {
    phone = await aSignedInPhone(server, { now: () => new Date(at(10)) });
    const customForms = [record({ appliances: [boiler] })];
    const open = { jobId: aJobId(1), ownerId: owner, status: "AccessGained" } as const;
    await phone.device.database.job.put(aJobRow({ ...open, customForms }));
    await closeJob(phone.device, aJobId(1), closeAnswers());
    if (isDelivered) await drain(phone.device);
    server.jobs = [aServerJob({ jobId: aJobId(2), visitWarnings })];
    await refreshJobs(phone.device);
    return readVisitWarnings(phone.device, aJobId(2));
  }

  it("stand alone where the server has all visits of the phone: the danger may have ended", async () => {
    expect(await receiveNextJob([], { isDelivered: true })).toEqual([]);
  });

  it("lack a visit that is not delivered: the phone adds it, also once it is", async () => {
    expect(await receiveNextJob([], { isDelivered: false })).toEqual([danger]);
    await drain(phone.device);
    expect(await readVisitWarnings(phone.device, aJobId(2))).toEqual([danger]);
  });

  it("include a visit whose closing the server has, while its photos still wait", async () => {
    phone = await aSignedInPhone(server, { now: () => new Date(at(10)) });
    const { device } = phone;
    await device.database.job.put(
      aJobRow({ jobId: aJobId(3), status: "OnSite", isSelected: true }),
    );
    await addPhoto(device, { jobId: aJobId(3), purpose: "no-access", file: new Blob(["photo"]) });
    const answers = { noAccessReasonId: 1, notes: "Nobody in" };
    expect(await closeWithoutAccess(device, aJobId(3), answers)).toMatchObject({ ok: true });
    server.answer = (path) =>
      path === messagePaths.JobImage ? refusal(503, "unavailable") : undefined;
    await drain(device);
    expect(await device.database.messageQueue.toArray()).toMatchObject([{ type: "JobImage" }]);
    const noAccess = { kind: "no-access", visitedOn: "2026-03-02", reason: null } as const;
    server.jobs = [aServerJob({ jobId: aJobId(4), visitWarnings: [noAccess] })];
    await refreshJobs(device);
    expect(await readVisitWarnings(device, aJobId(4))).toEqual([noAccess]);
  });
});
