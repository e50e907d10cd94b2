import { ping } from "@fieldfare/contract";
import { clockOffsetHours } from "@fieldfare/domain";
import { purgeAlerts } from "../actions/alerts.ts";
import { purgeDelivered, purgeImagesWithoutJob } from "../actions/purge.ts";
import { callServer } from "../api/call.ts";
import type { CallFailure } from "../api/failure.ts";
import { Unchanged } from "../api/request.ts";
import { reportFailure } from "../api/report-failure.ts";
import { correctClock, measureOffset, recordingTime } from "../database/clock.ts";
import { senderLock } from "../database/locks.ts";
import type { SettingRow } from "../database/rows.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { storeServerTime } from "../database/server-time.ts";
import { compactJournal } from "../database/unit.ts";
import { reserveSpace } from "../database/reserved-space.ts";
import { followCurrentUser } from "../database/user-switch.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { purgeSentMessages, handleEpoch } from "../outbox/claims.ts";
import { resumeExports } from "../export/upload.ts";
import { readOwner } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";
import { fetchAttachments } from "./attachments.ts";
import { fetchCommandsAndJobs } from "./commands-and-jobs.ts";
import { logError } from "./log.ts";
import { pingForPoll } from "./poll-tag.ts";
import { sendLog } from "./send-log.ts";
import { checkSignIn } from "./sign-in-check.ts";

export const pollIntervalMs = 60_000;
const tokenGraceMs = 10_000;

/**
 * Runs one round of the poll: commands, new jobs, then the queue. Reports nothing when offline. A wipe that the office has
 * asked for, or that was interrupted, goes on at the end.
 */
export async function poll(unbound: Device): Promise<void> {
  const requested = new Set<string>();
  const stop = unbound.events.on((event) => {
    if (event.kind === "wipe-requested") requested.add(event.deviceId);
  });
  try {
    await runPoll(unbound);
  } finally {
    stop();
  }
  const isWiping = (await unbound.shared.setting.get(1))?.wipes !== undefined;
  const isAsked = requested.size > 0 || isWiping;
  if (!isAsked && !(await isPreparedForWipe(unbound))) return;
  // Needed once in the life of a phone: it is loaded then.
  const { endPreparedWipe, wipeDevices } = await import("./wipe.ts");
  if (isAsked) await wipeDevices(unbound, [...requested]);
  else await endPreparedWipe(unbound);
}

async function runPoll(unbound: Device): Promise<void> {
  unbound.ports.triggerSending();
  recordingTime(unbound);
  if (unbound.ports.clientSettings().blockPolling) return;
  await followCurrentUser(unbound);
  // A round begins and ends with one engineer's database, whoever signs in meanwhile.
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return;
  const setting = await device.database.setting.get(1);
  if (!setting?.installationDate) return;
  const requestedOn = device.ports.now();
  const pingAnswer = await pingForPoll(device, setting);
  if (!pingAnswer.ok) {
    const { kind } = pingAnswer.failure;
    device.events.emit({ kind: "contact", isReached: kind === "problem" || kind === "device" });
    return;
  }
  const answered = pingAnswer.value;
  const isUnchanged = answered instanceof Unchanged;
  const build = isUnchanged ? {} : { buildNumber: answered.buildNumber };
  device.events.emit({ kind: "contact", isReached: true, ...build });
  await storeServerTime(device.database, answered.serverTime);
  await checkClock(device, answered.serverTime, requestedOn);
  if (!isUnchanged && !(await fetchNews(device, setting, answered.epoch))) return;
  await sendLog(device);
  if (device.database.sealing?.isLocked) return;
  // Also after a poll that brought nothing: both go on with what an earlier one could not finish.
  // Not awaited: a large file takes minutes.
  void fetchAttachments(device).catch((error: unknown) => logError(device, error, "attachments"));
  // Not awaited: a large database takes minutes.
  void resumeExports(device).catch((error: unknown) => logError(device, error, "export"));
}

/** Fetches commands and jobs. Returns false without a token: the engineer has to sign in first. */
async function fetchNews(device: Device, setting: SettingRow, epoch: string): Promise<boolean> {
  // The lock is taken only when the epoch has changed: new jobs do not wait for a long queue.
  if (setting.serverEpoch !== epoch) {
    const isServerRestored = await device.ports.locks.hold(senderLock, () =>
      handleEpoch(device, epoch),
    );
    if (isServerRestored) device.ports.triggerSending();
  }
  if (!setting.enabled) {
    await unlock(device, setting.deviceId);
    await checkSignIn(device);
  }
  const token = await ensureToken(device);
  if (!token.ok) {
    await reportMissingToken(device, token.failure);
    return false;
  }
  // Before the PIN nothing that was fetched could be compared with what is stored. The server keeps what is not
  // acknowledged.
  if (device.database.sealing?.isLocked) return true;
  await fetchCommandsAndJobs(device);
  return true;
}

async function checkClock(device: Device, serverTime: string, requestedOn: Date): Promise<void> {
  const offsetMs = measureOffset(device, serverTime, requestedOn);
  if (offsetMs === null) return;
  await correctClock(device, offsetMs);
  const hours = clockOffsetHours(offsetMs);
  if (hours !== null) device.events.emit({ kind: "clock-off", hours });
}

/** Asks the server at once whether this device is still locked. */
export async function checkLock(unbound: Device): Promise<"unlocked" | "locked" | "network"> {
  const device = forCurrentEngineer(unbound);
  const deviceId = (await device.engineer?.setting.get(1))?.deviceId ?? null;
  const pingAnswer = await callServer(device, ping, {});
  if (!pingAnswer.ok) return pingAnswer.failure.kind === "device" ? "locked" : "network";
  if (await isPreparedForWipe(device)) {
    const { endPreparedWipe } = await import("./wipe.ts");
    if (!(await endPreparedWipe(device))) return "locked";
  }
  await unlock(device, deviceId);
  await checkSignIn(device);
  return "unlocked";
}

/** Whether the engineer's phone has handed over for a wipe, which has not begun to delete. */
async function isPreparedForWipe(unbound: Device): Promise<boolean> {
  const { engineer } = forCurrentEngineer(unbound);
  return (await engineer?.setting.get(1))?.wipe !== undefined;
}

/** Enables a device again that the server answers without a refusal. */
async function unlock({ engineer }: Device, deviceId: string | null): Promise<void> {
  await engineer?.setting
    .where("id")
    .equals(1)
    .and((setting) => setting.deviceId === deviceId && !setting.wipe)
    .modify({ enabled: true });
}

/**
 * Reports a missing token only when it does not arrive: another page may be fetching it at this
 * moment.
 */
async function reportMissingToken(device: Device, failure: CallFailure): Promise<void> {
  if (failure.kind === "awaiting-credentials") {
    await device.ports.pause(tokenGraceMs);
    const row = await device.database.token.get(1);
    if (row && !row.tokenModel) reportFailure(device, { kind: "token-renewal" });
  } else if (failure.kind === "token-renewal") reportFailure(device, failure);
}

/**
 * Tidies the device: reserves space, deletes what is no longer needed and compacts the journals. They come last: one that cannot be
 * written, as on a full phone, must not stop what makes space.
 */
export async function runMaintenance(unbound: Device): Promise<void> {
  const device = forCurrentEngineer(unbound);
  await reserveSpace(device);
  if (device.engineer) await tidyEngineer(device, device.engineer);
  await compactJournal(device.shared);
  if (device.engineer) await compactJournal(device.engineer);
}

async function tidyEngineer(device: Device, engineer: EngineerDatabase): Promise<void> {
  await purgeSentMessages(device);
  if (engineer.sealing?.isLocked) return;
  await purgeDelivered(device);
  await purgeImagesWithoutJob(device);
  await purgeAlerts(device);
  // The server may have another key by now.
  const { storeDataKeyCopy } = await import("../session/data-key.ts");
  await storeDataKeyCopy(device, engineer);
  const { sealEndedWork } = await import("../database/seal-earlier-rows.ts");
  await sealEndedWork(device);
  const { sealEarlierContacts } = await import("../reference-data/seal-contacts.ts");
  await sealEarlierContacts(device.shared);
}
