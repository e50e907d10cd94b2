import { type CallAnswer, confirmWipe, ping, reportWipe } from "@fieldfare/contract";
import { defaultSyncConfig } from "@fieldfare/domain";
import type { Actor } from "../actions/act.ts";
import {
  contentTables,
  queueImages,
  readAllDraftImages,
  readQueuedImages,
  readRecordedContent,
  withSentForms,
} from "../actions/job-content.ts";
import { queueStatus } from "../actions/job-life.ts";
import { callServer } from "../api/call.ts";
import { type Answer, isFinalRefusal } from "../api/failure.ts";
import { fail, send } from "../api/request.ts";
import { toBase64 } from "../base64.ts";
import { pathInBuild } from "../build.ts";
import { recordingTime } from "../database/clock.ts";
import type { EngineerDatabase, SharedTableName } from "../database/database.ts";
import { readImageId } from "../database/image-messages.ts";
import type { SharedSettingRow, SignedBody, WipeUnderWay } from "../database/rows.ts";
import { compactJournal, transact, transactShared, type Unit } from "../database/unit.ts";
import { forgetContacts } from "../database/switch-contacts.ts";
import { userLock } from "../database/user-switch.ts";
import { type Device, forCurrentEngineer, forEngineer } from "../device.ts";
import { queueTables } from "../outbox/queue.ts";
import { drain } from "../outbox/sender.ts";
import { readOwner } from "../session/session.ts";
import { isSignInNeeded } from "../session/token.ts";

/** Two tabs must not wipe at once. */
const wipeLock = "fieldfare-wipe";

/**
 * Wipes what the office has asked for, engineer by engineer, as far as that is possible now: first everything is sent,
 * then the server is told, then everything is deleted, then the server is told again. Whatever is interrupted goes on
 * with the next call.
 */
export function wipeDevices(unbound: Device, deviceIds: readonly string[]): Promise<void> {
  return unbound.ports.locks.hold(wipeLock, async () => {
    for (const wipe of await readWipes(unbound)) await goOn(unbound, wipe);
    for (const deviceId of deviceIds) {
      const ownerId = await findOwner(unbound, deviceId);
      const database = ownerId === null ? null : await unbound.engineers.open(ownerId);
      if (database) await sendAndWipe(unbound, database, deviceId);
    }
  });
}

/**
 * Ends deletions that were interrupted, when the app starts. Needs no network. A browser that ends soon after the deletion
 * may have kept what its small stores had before, and then it has opened an empty database too.
 */
export async function resumeDeleting(unbound: Device): Promise<void> {
  for (const wipe of await readWipes(unbound)) {
    if (wipe.step === "deleting") await deleteEngineer(unbound, wipe);
    else if (wipe.step !== "announcing") await forget(unbound, wipe);
  }
}

/**
 * Asks for each engineer of the phone who is not signed in whether their device has to be wiped, since no other request
 * names it.
 */
export async function wipeSignedOut(unbound: Device): Promise<void> {
  const signedIn = await readOwner(unbound);
  const requested: string[] = [];
  const stop = unbound.events.on((event) => {
    if (event.kind === "wipe-requested") requested.push(event.deviceId);
  });
  for (const { ownerId, installation } of await unbound.shared.login.toArray())
    if (installation && ownerId !== signedIn)
      await callServer(unbound, ping, {}, { deviceId: installation.deviceId });
  stop();
  if (requested.length > 0) await wipeDevices(unbound, requested);
}

/**
 * Takes back that a phone has handed over for a wipe, if the server no longer asks for it: it was restored from a
 * backup, or has taken another's word for the wipe. The phone works again as soon as the office has not locked it. Returns
 * false while the server asks or does not answer.
 */
export function endPreparedWipe(unbound: Device): Promise<boolean> {
  return unbound.ports.locks.hold(wipeLock, async () => {
    const device = forCurrentEngineer(unbound);
    const { ownerId } = device.database;
    const { deviceId = null, wipe } = (await device.database.setting.get(1)) ?? {};
    if (!wipe || deviceId === null) return true;
    if ((await readWipes(unbound)).some((each) => each.ownerId === ownerId)) return false;
    const asked = await report(device, deviceId);
    if (!asked.ok || asked.value.wipe !== null) return false;
    await transact(device, ["setting", "token"], async (unit) => {
      const [setting, token] = await Promise.all([
        unit.database.setting.get(1),
        unit.database.token.get(1),
      ]);
      if (!setting) return;
      const { wipe: _ended, ...rest } = setting;
      await unit.put("setting", rest);
      if (token) await unit.put("token", { ...token, isWiping: false });
    });
    return true;
  });
}

async function readWipes({ shared }: Device): Promise<readonly WipeUnderWay[]> {
  return (await shared.setting.get(1))?.wipes ?? [];
}

async function findOwner({ shared, engineer }: Device, deviceId: string): Promise<string | null> {
  if (engineer && (await engineer.setting.get(1))?.deviceId === deviceId) return engineer.ownerId;
  const logins = await shared.login.toArray();
  return logins.find(({ installation }) => installation?.deviceId === deviceId)?.ownerId ?? null;
}

async function sendAndWipe(
  unbound: Device,
  database: EngineerDatabase,
  deviceId: string,
): Promise<void> {
  const device = forEngineer(unbound, database);
  const asked = await report(device, deviceId);
  if (!asked.ok || asked.value.wipe === null) return;
  const { wipeId, withoutSending } = asked.value.wipe;
  await handOver(device, wipeId);
  // Only the current user has a sign-in that can send.
  if (unbound.engineers.current === database) await drain(unbound);
  const wipe: WipeUnderWay = {
    ownerId: database.ownerId,
    deviceId,
    wipeId,
    confirmationSecret: toBase64(unbound.ports.randomBytes(32)),
    withoutSending,
    step: "announcing",
  };
  if (await isReady(device, withoutSending)) {
    await storeWipe(unbound, wipe);
    await goOn(unbound, wipe);
  } else await report(device, deviceId);
}

async function goOn(unbound: Device, wipe: WipeUnderWay): Promise<void> {
  const { step } = wipe;
  if (step === "announcing") {
    const database = await unbound.engineers.open(wipe.ownerId);
    if (!database) return;
    const device = forEngineer(unbound, database);
    // Something was recorded meanwhile, after another sign-in: it begins again with the next poll.
    if (!(await endSignIn(device, wipe.withoutSending))) return storeWipe(unbound, wipe, null);
    const announcement = await signAnnouncement(device, wipe);
    if (!announcement) return;
    const announced = await announce(device, wipe.deviceId, announcement);
    if (!announced.ok) {
      if (isFinalRefusal(announced.failure)) await storeWipe(unbound, wipe, null);
      return;
    }
    if (announced.value.wipe?.wipeId !== wipe.wipeId) return storeWipe(unbound, wipe, null);
    const begun = { ...wipe, announcement };
    const isDeleting = await unbound.ports.locks.hold(userLock, async () => {
      if (!(await endSignIn(device, wipe.withoutSending))) return false;
      await storeWipe(unbound, begun, "deleting");
      return true;
    });
    if (!isDeleting) return storeWipe(unbound, wipe, null);
    return goOn(unbound, { ...begun, step: "deleting" });
  }
  if (step === "deleting") await deleteEngineer(unbound, wipe);
  if (step !== "confirmed") return confirm(unbound, wipe);
  if (!(await forget(unbound, wipe))) await storeWipe(unbound, wipe, null);
}

/** Tells the server what waits. */
async function report(device: Device, deviceId: string) {
  const body = { deviceId, unsent: await readUnsent(device) };
  return callServer(device, reportWipe, { body }, { deviceId, database: device.database });
}

/** Builds and signs the report that the phone begins to delete. Null: the code that signs could not be loaded. */
async function signAnnouncement(
  device: Device,
  { deviceId, confirmationSecret }: WipeUnderWay,
): Promise<SignedBody | null> {
  const unsent = await readUnsent(device);
  const body = JSON.stringify({ deviceId, unsent, confirmationSecret });
  const signing = await device.loadSigning().catch(() => null);
  if (!signing) return null;
  const { method, path } = reportWipe;
  const request = { method, path: pathInBuild(path), body, token: null };
  return { body, signature: await signing.signRequest(device.database, request) };
}

/** Tells the server that the phone begins to delete. */
async function announce(
  device: Device,
  deviceId: string,
  { body, signature }: SignedBody,
): Promise<Answer<CallAnswer<typeof reportWipe>>> {
  const { method, path, response } = reportWipe;
  const answer = await send(device, { method, path, body, headers: signature, deviceId });
  if (!answer.ok) return answer;
  const parsed = response.safeParse(answer.value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : fail({ kind: "malformed", status: 200 });
}

const maxProblems = 50;

async function readUnsent(device: Device) {
  const { database } = device;
  const [rows, blocked, token, drafts] = await Promise.all([
    database.messageQueue.toArray(),
    database.parkedLane.toArray(),
    database.token.get(1),
    database.draft.count(),
  ]);
  const problems = blocked.map(({ code, type, detail }) => ({
    code: code.slice(0, 50),
    type,
    detail: detail.slice(0, 500),
  }));
  const cannotSend = rows.length > 0 && (!token || (await isSignInNeeded(device)));
  return {
    messages: rows.length,
    images: rows.filter((row) => readImageId(row) !== null).length,
    drafts,
    problems: [...problems, ...(cannotSend ? [{ code: "sign-in-needed" }] : [])].slice(
      0,
      maxProblems,
    ),
  };
}

const handOverTables = [...contentTables, ...queueTables, "image", "token"] as const;

/**
 * Queues what was recorded in visits that have not ended, as the server has it otherwise only with their end. The visits
 * go on: another phone of the engineer can end them. From then on nothing can be recorded here.
 */
async function handOver(device: Device, wipeId: string): Promise<void> {
  const at = recordingTime(device);
  const { ownerId, sealing } = device.database;
  // Without the PIN only the visits that have not ended can be read, and they are all that has to be sent.
  const readOpenVisits = <T>(work: () => Promise<T>) =>
    sealing?.isLocked ? sealing.withoutSealedRows(work) : work();
  const handOverVisits = async (unit: Unit) => {
    const { database } = unit;
    const [setting, token] = await Promise.all([database.setting.get(1), database.token.get(1)]);
    const isDone =
      setting?.wipe?.wipeId === wipeId && !setting.enabled && (!token || token.isWiping === true);
    if (!setting || isDone) return false;
    const actor: Actor = { unit, ownerId: database.ownerId, at };
    for (const job of await database.job.toArray()) {
      if (job.status === "Closed") continue;
      const drafts = await readAllDraftImages(actor, job.jobId);
      const images = [...(await readQueuedImages(actor, job.jobId)), ...drafts];
      const content = await readRecordedContent(actor, job, images);
      await queueImages(device, actor, job, drafts);
      // The cancel that made the job New has sent it.
      if (!content || job.status === "New") continue;
      await unit.put("job", withSentForms(job, content.customForms));
      await queueStatus(device, actor, job, content && { job: content });
    }
    await unit.put("setting", { ...setting, enabled: false, wipe: { wipeId } });
    if (token) await unit.put("token", { ...token, isWiping: true });
    return true;
  };
  const isNew = await readOpenVisits(() => transact(device, handOverTables, handOverVisits));
  if (isNew) device.events.emit({ kind: "device-disabled", error: "locked", ownerId });
}

/** True when nothing waits that may not be lost, and nothing more can be recorded with this sign-in. */
async function isReady({ database }: Device, withoutSending: boolean): Promise<boolean> {
  if (withoutSending) return true;
  const [waiting, row] = await Promise.all([database.messageQueue.count(), database.token.get(1)]);
  // Another sign-in may have recorded something in a visit that has not ended.
  return waiting === 0 && (!row || row.isWiping === true);
}

/** Ends the sign-in, in the transaction that reads whether that loses nothing. */
function endSignIn(device: Device, withoutSending: boolean): Promise<boolean> {
  return transact(device, ["messageQueue", "token"], async (unit) => {
    if (!(await isReady(device, withoutSending))) return false;
    await unit.remove("token", 1);
    return true;
  });
}

/** Stores how far a wipe is; null: it is no longer under way. The step is durable when this resolves. */
async function storeWipe(
  device: Device,
  wipe: WipeUnderWay,
  step: WipeUnderWay["step"] | null = wipe.step,
): Promise<void> {
  const { ownerId } = wipe;
  await transactShared(device, ["setting", "login"], async (unit) => {
    const setting = await unit.database.setting.get(1);
    if (!setting) return;
    const { wipes: earlier = [], ...rest } = setting;
    const others = earlier.filter((each) => each.wipeId !== wipe.wipeId);
    const wipes = step === null ? others : [...others, { ...wipe, step }];
    const isGone = step === "deleting";
    const row: SharedSettingRow = {
      ...rest,
      ...(isGone && rest.currentUserId === ownerId && { currentUserId: null }),
      ...(wipes.length > 0 && { wipes }),
    };
    await unit.put("setting", row);
  });
}

/**
 * Deletes the engineer's database, journal, recovery record and sign-in, and, if no other engineer is left, what all
 * engineers of the phone share. Each part may be deleted already.
 */
async function deleteEngineer(unbound: Device, wipe: WipeUnderWay): Promise<void> {
  const { ports, shared, engineers, events } = unbound;
  const { ownerId } = wipe;
  await ports.locks.hold(userLock, async () => {
    const isCurrent = engineers.current?.ownerId === ownerId;
    const logins = await shared.login.toArray();
    const own = logins.filter((login) => login.ownerId === ownerId);
    const otherEmails = logins.filter((login) => !own.includes(login)).map(({ email }) => email);
    await ports.forgetEngineer({ ownerId, otherEmails, isCurrent });
    await engineers.delete(ownerId);
    await ports.openJournal?.(ownerId).erase();
    await forgetContacts(shared, ownerId);
    ports.recoveryRecords?.remove(ownerId);
    await transactShared(unbound, ["login"], async (unit) => {
      for (const { email } of own) await unit.remove("login", email);
    });
    if (logins.length === own.length) await deleteShared(unbound);
    // Earlier entries still hold the sign-in.
    await compactJournal(shared);
  });
  await storeWipe(unbound, wipe, "deleted");
  events.emit({ kind: "wiped", ownerId });
}

/**
 * Deletes again what a browser that was killed may have brought back. Returns whether there was something. An engineer who
 * has signed in again is left alone.
 */
async function forget(unbound: Device, { ownerId }: WipeUnderWay): Promise<boolean> {
  const { ports, shared, engineers } = unbound;
  return ports.locks.hold(userLock, async () => {
    const logins = await shared.login.toArray();
    if (logins.some((login) => login.ownerId === ownerId)) return false;
    const otherEmails = logins.map(({ email }) => email);
    const wasKnown = await ports.forgetEngineer({ ownerId, otherEmails, isCurrent: false });
    const hadRecord = (ports.recoveryRecords?.read(ownerId) ?? null) !== null;
    ports.recoveryRecords?.remove(ownerId);
    await engineers.delete(ownerId);
    await ports.openJournal?.(ownerId).erase();
    return wasKnown || hadRecord;
  });
}

/** Deletes what all engineers share, except what is under way. */
async function deleteShared(device: Device): Promise<void> {
  const { shared } = device;
  const kept: ReadonlySet<string> = new Set<SharedTableName>(["setting", "counter", "login"]);
  for (const table of shared.tables) if (!kept.has(table.name)) await table.clear();
  await transactShared(device, ["setting"], async (unit) => {
    const setting = await unit.database.setting.get(1);
    const sync = { config: defaultSyncConfig, status: { dateLastSync: null, size: null } };
    if (setting) await unit.put("setting", { ...setting, sync });
  });
}

/** Tells the server that everything is deleted. Without an answer it is told again later. */
async function confirm(unbound: Device, wipe: WipeUnderWay): Promise<void> {
  const { wipeId, confirmationSecret, deviceId, announcement } = wipe;
  const tell = () =>
    callServer(unbound, confirmWipe, { body: { wipeId, confirmationSecret } }, { deviceId });
  let answer = await tell();
  if (!answer.ok && isFinalRefusal(answer.failure)) {
    // The server knows another secret, or was restored from a backup: the phone announces the wipe again.
    const announced = announcement && (await announce(unbound, deviceId, announcement));
    if (announced?.ok && announced.value.wipe === null) return storeWipe(unbound, wipe, null);
    answer = await tell();
  }
  if (answer.ok) await storeWipe(unbound, wipe, "confirmed");
}
