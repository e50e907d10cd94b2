import { canonicalJson, dataSets } from "@fieldfare/contract";
import { readJob, unlockDevice } from "@fieldfare/contract/office";
import { createHash } from "node:crypto";
import {
  type JobRow,
  poll,
  readOutboxSummary,
  readReference,
  runSync,
  unblockRefused,
  resumeExports,
} from "@fieldfare/device";
import type { NodeDevice } from "@fieldfare/device/testing";
import { checkLocked } from "./check-locked.ts";
import { checkPhone } from "./check-phone.ts";
import { type Phone, signInAgain } from "./phone.ts";
import { domainRows } from "./reference-data.ts";
import { raiseQuickJob, checkQuickJobs } from "./quick-jobs.ts";
import { checkRecorded } from "./check-recorded.ts";
import type { Scenario } from "./scenario-types.ts";
import { checkEffects, checkOrder, checkStatuses, readReceived } from "./check-messages.ts";
import { checkLists, checkOtherRecords } from "./check-other-records.ts";

/** Rounds of sign-in, poll and sending within which every queue must be empty. */
const maxRounds = 6;

/** Stops the faults, brings every phone online, empties the queues and checks the final state. */
export async function checkFinalState(scenario: Scenario): Promise<void> {
  scenario.log("the end: no more faults");
  if (scenario.server.origin() === null) await scenario.server.start();
  scenario.server.imageStoreDownForSteps = 0;
  for (const phone of scenario.phones) {
    phone.network.profile = "fine";
    phone.network.refuseNextMessage = false;
    for (const send of phone.network.delayedRequests.splice(0)) await (await send()).arrayBuffer();
  }
  // A lock-out after failed sign-ins ends after this time.
  scenario.clock.now += 20 * 60_000;
  await unlockAll(scenario);
  const phones = scenario.phones.filter(({ isWiped }) => !isWiped);
  for (const phone of phones) await emptyQueue(scenario, phone);
  for (const phone of phones) await checkPhone(scenario, phone);

  const received = await readReceived(scenario);
  for (const phone of scenario.phones) {
    checkNothingLost(scenario, phone, received);
    checkOrder(scenario, phone, received);
  }
  checkStatuses(scenario, received);
  await checkEffects(scenario, received);
  await checkRecorded(scenario);
  await checkOtherRecords(scenario, received);
  await checkQuickJobs(scenario);
  for (const phone of phones) await checkLists(scenario, phone);
  for (const phone of phones) await checkAgreement(scenario, phone);
  await checkClosedJobs(scenario);
  for (const phone of phones) await checkLocked(scenario, phone);
}

async function unlockAll({ office, phones, world }: Scenario): Promise<void> {
  const { rows } = await world.database.pool.query<{ deviceId: string }>(
    `select device_id as "deviceId" from device where field_operative_id = any($1::uuid[])`,
    [phones.map(({ engineer }) => engineer.fieldOperativeId)],
  );
  for (const { deviceId } of rows) await office.request(unlockDevice, { params: { deviceId } });
}

async function emptyQueue(scenario: Scenario, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const roundResults: string[] = [];
  for (let round = 1; round <= maxRounds; round++) {
    if (await mustSignIn(phone, { device })) roundResults.push(await signInAgain(phone));
    await phone.run("page", ({ device }) => poll(device));
    // A poll does not wait for exports that the office requested; here they must be finished.
    await phone.run("page", ({ device }) => resumeExports(device));
    if (phone.quickJobInProgress)
      await phone.run("page", (node) => raiseQuickJob(scenario, phone, node));
    const sent = await phone.run("page", async ({ device }) => {
      // Only messages that the scenario refused need Try now; all others are sent without it.
      if (phone.refusedOrderingKeys.size > 0) await unblockRefused(device);
      return scenario.drain(device);
    });
    const summary = await readOutboxSummary(device);
    roundResults.push(sent.kind === "died" ? "died" : `${sent.value.kind} ${summary.waiting} left`);
    const isEmpty = (await device.database.messageQueue.count()) === 0;
    if (isEmpty && round > 1) {
      scenario.log(`${phone.name} is empty after ${round} rounds`);
      await checkReferenceData(scenario, phone);
      return;
    }
  }
  scenario.reportViolation(`${phone.name}: the queue does not empty (${roundResults.join("; ")})`);
}

async function mustSignIn(phone: Phone, { device }: Pick<NodeDevice, "device">): Promise<boolean> {
  if (phone.needsRecovery) return true;
  const { engineer } = device;
  if (engineer?.ownerId !== phone.engineer.accountId) return true;
  const token = await engineer.token.get(1);
  // A lock ended the sign-in; the phone hears of it at the first refresh after the unlock.
  return (token?.tokenModel ?? null) === null || token?.isRefused === true;
}

async function checkReferenceData(scenario: Scenario, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const { code } = await runSync(device, { requestedBy: "user" });
  const rows = await readReference(device, "DomainData");
  const { key } = dataSets.DomainData;
  const expected = [...domainRows].sort((a, b) => a[key] - b[key]);
  if (canonicalJson(rows) !== canonicalJson(expected))
    scenario.reportViolation(`${phone.name}: the reference data differ after a sync (${code})`);
}

function checkNothingLost(
  scenario: Scenario,
  phone: Phone,
  received: Awaited<ReturnType<typeof readReceived>>,
): void {
  const known = new Map(received.map((message) => [message.messageId, message]));
  for (const entry of phone.oracle.entries.values()) {
    const message = known.get(entry.messageId);
    if (!message) {
      const isAllowedLoss = entry.mayBeLost && !entry.isReceipted;
      if (!isAllowedLoss)
        scenario.reportViolation(
          `${phone.name}: ${entry.type} ${entry.messageId}${entry.isSaved ? ", shown as saved," : ""} never reached the server`,
        );
      continue;
    }
    const { payload } = message;
    if (canonicalJson(payload) !== entry.payload)
      scenario.reportViolation(
        `${phone.name}: ${entry.type} ${entry.messageId} arrived with another payload`,
      );
  }
}

/** Phone and server have the same state of each job that is still assigned to the engineer. */
async function checkAgreement(scenario: Scenario, phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const rows = new Map((await device.database.job.toArray()).map((row) => [row.jobId, row]));
  for (const { jobId, title } of scenario.office.jobs.values()) {
    const { value } = await scenario.office.request(readJob, { params: { jobId } });
    if (!value || value.fieldOperativeId !== phone.engineer.fieldOperativeId) continue;
    const row = rows.get(jobId);
    if (!row) {
      if (value.job.status !== "Closed")
        scenario.reportViolation(
          `${phone.name}: ${title} is assigned to ${phone.engineer.name} and is not on the phone`,
        );
      continue;
    }
    if (row.fieldOperativeAppointmentId !== value.job.fieldOperativeAppointmentId) {
      if (row.status === "New" || row.status === "Closed")
        scenario.reportViolation(
          `${phone.name}: ${title} was assigned again and the phone still has the old appointment`,
        );
      continue;
    }
    const phoneState = serialiseJobState(row);
    const serverState = serialiseJobState(value.job);
    if (phoneState !== serverState)
      scenario.reportViolation(
        `${phone.name}: ${title} is ${phoneState} here and ${serverState} on the server`,
      );
  }
}

function serialiseJobState(
  job: Pick<JobRow, "status" | "hold" | "statusTimestamps" | "outcomeId">,
): string {
  return canonicalJson({
    status: job.status,
    hold: job.hold,
    times: job.statusTimestamps,
    outcome: job.outcomeId,
  });
}

async function checkClosedJobs(scenario: Scenario): Promise<void> {
  for (const { jobId, title } of scenario.office.jobs.values()) {
    const { value } = await scenario.office.request(readJob, { params: { jobId } });
    if (!value?.closing) continue;
    const { delivered, missingImageIds } = value.closing;
    if (!delivered || missingImageIds.length > 0)
      scenario.reportViolation(`${title} is closed and lacks ${missingImageIds.length} images`);
    checkContent(scenario, title, value.messages, value.job);
    for (const image of value.images) {
      const bytes = await scenario.world.objects.get(image.sha256);
      const hash = bytes ? createHash("sha256").update(bytes).digest("hex") : null;
      if (hash !== image.sha256)
        scenario.reportViolation(`${title}: the image ${image.imageId} is not stored`);
    }
  }
}

interface Content {
  readonly notes: readonly { readonly engineeringNoteId: string }[];
  readonly parts: readonly { readonly jobPartId: string }[];
}

/** Each note and part of a close message is stored with the job, once. */
function checkContent(
  scenario: Scenario,
  title: string,
  messages: readonly { readonly type: string; readonly payload: unknown }[],
  job: Content,
): void {
  const ids = ({ notes, parts }: Content) => [
    ...notes.map((note) => note.engineeringNoteId),
    ...parts.map((part) => part.jobPartId),
  ];
  const storedIds = ids(job);
  for (const { payload } of messages.filter(({ type }) => type === "JobClose"))
    for (const id of ids((payload as { job: Content }).job))
      if (storedIds.filter((each) => each === id).length !== 1)
        scenario.reportViolation(
          `${title}: ${id} of its close message is not stored with the job exactly once`,
        );
}
