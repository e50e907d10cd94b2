import { canonicalJson, dataSets } from "@fieldfare/contract";
import { readJob, unlockDevice } from "@fieldfare/contract/office";
import { createHash } from "node:crypto";
import {
  type JobRow,
  poll,
  readOutboxSummary,
  readReference,
  runSync,
  releaseRefused,
  resumeExports,
} from "@fieldfare/device";
import type { NodeDevice } from "@fieldfare/device/testing";
import { checkPhone } from "./look.ts";
import { type Phone, signInAgain } from "./phone.ts";
import { domainRows } from "./reference-data.ts";
import { raise, checkRaised } from "./raised.ts";
import { checkRecorded } from "./check-recorded.ts";
import type { Story } from "./scene.ts";
import { checkEffects, checkOrder, checkStatuses, readReceived } from "./records.ts";
import { checkLists, checkWeek } from "./week.ts";

/** Rounds of sign-in, poll and sending within which every queue must be empty. */
const mostRounds = 6;

/** Faults stop, everybody comes online, and everything must be where it belongs. */
export async function checkEnd(story: Story): Promise<void> {
  story.tell("the end: faults stop");
  if (story.server.origin() === null) await story.server.start();
  story.server.imagesAwayFor = 0;
  for (const phone of story.phones) {
    phone.line.weather = "fine";
    phone.line.refusesNext = false;
    for (const send of phone.line.strays.splice(0)) await (await send()).arrayBuffer();
  }
  // A lock-out ends by itself.
  story.clock.now += 20 * 60_000;
  await unlockAll(story);
  for (const phone of story.phones) await comeHome(story, phone);
  for (const phone of story.phones) await checkPhone(story, phone);

  const received = await readReceived(story);
  for (const phone of story.phones) {
    checkNothingLost(story, phone, received);
    checkOrder(story, phone, received);
  }
  checkStatuses(story, received);
  await checkEffects(story, received);
  await checkRecorded(story);
  await checkWeek(story, received);
  await checkRaised(story);
  for (const phone of story.phones) await checkLists(story, phone);
  for (const phone of story.phones) await checkAgreement(story, phone);
  await checkClosedJobs(story);
}

async function unlockAll({ office, phones, world }: Story): Promise<void> {
  const { rows } = await world.database.pool.query<{ deviceId: string }>(
    `select device_id as "deviceId" from device where field_operative_id = any($1::uuid[])`,
    [phones.map(({ engineer }) => engineer.fieldOperativeId)],
  );
  for (const { deviceId } of rows) await office.ask(unlockDevice, { params: { deviceId } });
}

async function comeHome(story: Story, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const words: string[] = [];
  for (let round = 1; round <= mostRounds; round++) {
    if (await mustSignIn(phone, { device })) words.push(await signInAgain(phone));
    await phone.run("page", ({ device }) => poll(device));
    // A poll does not wait for what the office wants exported; the end does.
    await phone.run("page", ({ device }) => resumeExports(device));
    if (phone.raising) await phone.run("page", (node) => raise(story, phone, node));
    const sent = await phone.run("page", async ({ device }) => {
      // Without a hand, but for what the story's server has refused.
      if (phone.refusedLanes.size > 0) await releaseRefused(device);
      return story.drain(device);
    });
    const summary = await readOutboxSummary(device);
    words.push(sent.kind === "died" ? "died" : `${sent.value.kind} ${summary.waiting} left`);
    const isEmpty = (await device.database.messageQueue.count()) === 0;
    if (isEmpty && round > 1) {
      story.tell(`${phone.name} is empty after ${round} rounds`);
      await checkReferenceData(story, phone);
      return;
    }
  }
  story.violated(`${phone.name}: the queue does not empty (${words.join("; ")})`);
}

async function mustSignIn(phone: Phone, { device }: Pick<NodeDevice, "device">): Promise<boolean> {
  if (phone.needsRecovery) return true;
  const token = await device.database.token.get(1);
  return token?.ownerId !== phone.engineer.accountId || token.tokenModel === null;
}

async function checkReferenceData(story: Story, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const { code } = await runSync(device, { asked: "user" });
  const rows = await readReference(device, "DomainData");
  const { key } = dataSets.DomainData;
  const expected = [...domainRows].sort((a, b) => a[key] - b[key]);
  if (canonicalJson(rows) !== canonicalJson(expected))
    story.violated(`${phone.name}: the reference data differ after a sync (${code})`);
}

function checkNothingLost(
  story: Story,
  phone: Phone,
  received: Awaited<ReturnType<typeof readReceived>>,
): void {
  const known = new Map(received.map((message) => [message.messageId, message]));
  for (const entry of phone.ledger.entries.values()) {
    const message = known.get(entry.messageId);
    if (!message) {
      const isGone = entry.mayBeLost && !entry.isReceipted;
      if (!isGone)
        story.violated(
          `${phone.name}: ${entry.type} ${entry.messageId}${entry.isSaved ? ", shown as saved," : ""} never reached the server`,
        );
      continue;
    }
    const { payload } = message;
    if (canonicalJson(payload) !== entry.payload)
      story.violated(`${phone.name}: ${entry.type} ${entry.messageId} arrived as something else`);
  }
}

/** Device and server say the same of each job that is still the engineer's. */
async function checkAgreement(story: Story, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const rows = new Map((await device.database.job.toArray()).map((row) => [row.jobId, row]));
  for (const { jobId, title } of story.office.jobs.values()) {
    const { value } = await story.office.ask(readJob, { params: { jobId } });
    if (!value || value.fieldOperativeId !== phone.engineer.fieldOperativeId) continue;
    const row = rows.get(jobId);
    if (!row) {
      if (value.job.status !== "Closed")
        story.violated(
          `${phone.name}: ${title} is ${phone.engineer.name}'s and is not on the phone`,
        );
      continue;
    }
    if (row.fieldOperativeAppointmentId !== value.job.fieldOperativeAppointmentId) {
      if (row.status === "New" || row.status === "Closed")
        story.violated(`${phone.name}: ${title} was given anew and the phone keeps the old one`);
      continue;
    }
    const here = stateOf(row);
    const there = stateOf(value.job);
    if (here !== there)
      story.violated(`${phone.name}: ${title} is ${here} here and ${there} on the server`);
  }
}

function stateOf(job: Pick<JobRow, "status" | "hold" | "statusTimestamps" | "outcomeId">): string {
  return canonicalJson({
    status: job.status,
    hold: job.hold,
    times: job.statusTimestamps,
    outcome: job.outcomeId,
  });
}

async function checkClosedJobs(story: Story): Promise<void> {
  for (const { jobId, title } of story.office.jobs.values()) {
    const { value } = await story.office.ask(readJob, { params: { jobId } });
    if (!value?.closing) continue;
    const { delivered, missingImageIds } = value.closing;
    if (!delivered || missingImageIds.length > 0)
      story.violated(`${title} is closed and lacks ${missingImageIds.length} images`);
    checkContent(story, title, value.messages, value.job);
    for (const image of value.images) {
      const bytes = await story.world.objects.get(image.sha256);
      const hash = bytes ? createHash("sha256").update(bytes).digest("hex") : null;
      if (hash !== image.sha256) story.violated(`${title}: the image ${image.imageId} is not kept`);
    }
  }
}

interface Content {
  readonly notes: readonly { readonly engineeringNoteId: string }[];
  readonly parts: readonly { readonly jobPartId: string }[];
}

/** Each note and part that a close message carried is with the job, once. */
function checkContent(
  story: Story,
  title: string,
  messages: readonly { readonly type: string; readonly payload: unknown }[],
  job: Content,
): void {
  const ids = ({ notes, parts }: Content) => [
    ...notes.map((note) => note.engineeringNoteId),
    ...parts.map((part) => part.jobPartId),
  ];
  const kept = ids(job);
  for (const { payload } of messages.filter(({ type }) => type === "JobClose"))
    for (const id of ids((payload as { job: Content }).job))
      if (kept.filter((each) => each === id).length !== 1)
        story.violated(`${title}: ${id} of its close is not with the job once`);
}
