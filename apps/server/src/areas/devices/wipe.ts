import { randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type {
  CallAnswer,
  CallBody,
  confirmWipe,
  reportWipe,
  UnsentWork,
} from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { raiseAlarm } from "../../database/alarms.ts";
import { type AuditSource, makeChange, recordAudit } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { device, deviceWipe, pushSubscription, wipeConfirmation } from "../../database/schema.ts";
import { hashToken, newToken } from "../../database/secrets.ts";
import { formatOfficeTime } from "../../http/office-time.ts";
import type { DeviceSource } from "../../http/audit-source.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "../auth/account-events.ts";
import { isFromDevice } from "../auth/device-key.ts";
import { endSessionsOfWipedDevice } from "../auth/sessions.ts";
import { isForTraining, lockDeviceRow } from "./store.ts";

type Wipe = typeof deviceWipe.$inferSelect;
type WipeServer = Pick<Server, "database" | "config">;

const confirmationMs = 10 * 60_000;

/**
 * Asks that a device sends what it has and deletes everything of its engineer. A repetition changes nothing, except
 * that it may add that the device need not send; for that the office has to confirm what is lost. It is refused if the
 * wipe that the caller has read is no longer the open one, unless what is open is as wanted already.
 */
export async function requestWipe(
  { database, config }: WipeServer,
  deviceId: string,
  {
    withoutSending = false,
    confirmation,
    expected,
  }: NonNullable<CallBody<typeof office.wipeDevice>>,
  source: AuditSource,
): Promise<CallAnswer<typeof office.wipeDevice> | Refusal> {
  const at = config.now();
  return makeChange(database, source, async ({ orm: transaction }) => {
    const row = await lockDeviceRow(transaction, deviceId);
    if (!row) return refuse("not-found");
    const open = await findOpenWipe(transaction, deviceId);
    const isStronger = withoutSending && open?.withoutSending !== true;
    const isWanted = open !== null && !isStronger;
    if (expected && !isWanted && expected.wipeId !== (open?.wipeId ?? null))
      return refuse("conflict", { detail: describeOther(open, await isWiped(transaction, row)) });
    if (isStronger && open?.confirmationHash == null) {
      const request = { deviceId, accountId: source.actor?.id ?? "", ...findLoss(open, row) };
      const refusal = await checkConfirmation(transaction, request, confirmation, at);
      if (refusal) return refusal;
    }
    const { lost } = findLoss(open, row);
    const wipe = isWanted
      ? open
      : await storeRequest(transaction, { open, deviceId, withoutSending, lost, source, at });
    return { deviceId, wipe: describeWipe(wipe) };
  });
}

/**
 * Withdraws the wipe of a device that has not begun to delete. One that has handed over asks with its next poll, and works
 * again once its engineer has signed in. Without an open wipe nothing changes.
 */
export async function withdrawWipe(
  { database, config }: WipeServer,
  deviceId: string,
  source: AuditSource,
): Promise<CallAnswer<typeof office.withdrawWipe> | Refusal> {
  return makeChange(database, source, async ({ orm: transaction }) => {
    const row = await lockDeviceRow(transaction, deviceId);
    if (!row) return refuse("not-found");
    const open = await findOpenWipe(transaction, deviceId);
    if (await isWiped(transaction, row))
      return refuse("conflict", { detail: "The device has deleted everything already" });
    if (!open) return { deviceId };
    if (open.confirmationHash !== null)
      return refuse("conflict", { detail: "The device has begun to delete" });
    await transaction.delete(deviceWipe).where(eq(deviceWipe.wipeId, open.wipeId));
    await recordAccountEvent(
      transaction,
      {
        action: "wipe-withdrawn",
        source,
        objectType: "device",
        objectId: deviceId,
        fieldOperativeId: row.fieldOperativeId,
        before: {
          requestedOn: open.requestedOn.toISOString(),
          withoutSending: open.withoutSending,
        },
      },
      config.now(),
    );
    return { deviceId };
  });
}

/** What is so instead of what the caller has read. */
function describeOther(open: Wipe | null, isDone: boolean): string {
  if (open) return "Meanwhile somebody has asked for another wipe of this device.";
  if (isDone) return "Meanwhile the device has deleted everything.";
  return "Meanwhile somebody has withdrawn the wipe of this device.";
}

interface Loss {
  readonly lost: UnsentWork;
  /** When the device said so; null: it has not said. */
  readonly reportedOn: Date | null;
}

/** What a wipe without sending loses, and when the device said what it has. */
function findLoss(
  open: Wipe | null,
  row: Pick<typeof device.$inferSelect, "unsentMessages" | "unsentReportedOn">,
): Loss {
  // Whoever knows the id can send a report that is not signed: what is lost does not rest on it.
  const reported = open?.isProven === false ? null : open;
  const lost = describeUnsent(reported);
  if (lost.messages !== null) return { lost, reportedOn: reported?.reportedOn ?? null };
  // Before it has heard of a wipe, a phone says with its polls how many messages wait.
  return { lost: { ...lost, messages: row.unsentMessages }, reportedOn: row.unsentReportedOn };
}

/** Asks that all devices of an engineer are wiped, in the transaction of another change. */
export async function requestWipeOfAll(
  transaction: Orm,
  fieldOperativeId: string,
  source: AuditSource,
  at: Date,
): Promise<void> {
  const rows = await transaction
    .select()
    .from(device)
    .where(eq(device.fieldOperativeId, fieldOperativeId))
    .orderBy(device.deviceId)
    .for("update");
  for (const row of rows) {
    const { deviceId } = row;
    if (isForTraining(row) || (await findOpenWipe(transaction, deviceId))) continue;
    if (await isWiped(transaction, row)) continue;
    const { lost } = findLoss(null, row);
    const request = { open: null, deviceId, withoutSending: false, lost, source, at };
    await storeRequest(transaction, request);
  }
}

/** True for a device that has confirmed a wipe and has not been registered again. */
export async function isWiped(
  orm: Orm,
  { deviceId, registeredOn }: Pick<typeof device.$inferSelect, "deviceId" | "registeredOn">,
): Promise<boolean> {
  const confirmed = await orm
    .select({ wipeId: deviceWipe.wipeId })
    .from(deviceWipe)
    .where(and(eq(deviceWipe.deviceId, deviceId), gt(deviceWipe.confirmedOn, registeredOn)))
    .limit(1);
  return confirmed.length > 0;
}

/** A phone that is wiped may have asked a last time while the server took its confirmation. */
const lastCallMs = 5 * 60_000;

/**
 * Asks again for the wipe of a device that has confirmed one and still calls: a copy of its data is in use. The office is
 * told. False: it may have been the last call of the device itself.
 */
export async function reportWipedDevice(
  { database: { orm }, config }: WipeServer,
  deviceId: string,
  wipedOn: Date,
  source: AuditSource,
): Promise<boolean> {
  const at = config.now();
  if (at.getTime() - wipedOn.getTime() < lastCallMs) return false;
  return orm.transaction(async (transaction) => {
    const row = await lockDeviceRow(transaction, deviceId);
    if (!row || !(await isWiped(transaction, row))) return false;
    if (await findOpenWipe(transaction, deviceId)) return true;
    const { fieldOperativeId } = row;
    await transaction
      .insert(deviceWipe)
      .values({ wipeId: randomUUIDv7(), deviceId, requestedOn: at, withoutSending: false });
    const action = "wiped-device-in-use";
    await raiseAlarm(
      transaction,
      action,
      { deviceId, fieldOperativeId, address: source.address },
      at,
    );
    await recordAudit(transaction, {
      action,
      source,
      objectType: "device",
      objectId: deviceId,
      fieldOperativeId,
      before: { wipedOn },
    });
    return true;
  });
}

async function storeRequest(
  transaction: Orm,
  {
    open,
    deviceId,
    withoutSending,
    lost,
    source,
    at,
  }: {
    readonly open: Wipe | null;
    readonly deviceId: string;
    readonly withoutSending: boolean;
    readonly lost: UnsentWork;
    readonly source: AuditSource;
    readonly at: Date;
  },
): Promise<Wipe> {
  const [stored] = open
    ? await transaction
        .update(deviceWipe)
        .set({ withoutSending })
        .where(eq(deviceWipe.wipeId, open.wipeId))
        .returning()
    : await transaction
        .insert(deviceWipe)
        .values({ wipeId: randomUUIDv7(), deviceId, requestedOn: at, withoutSending })
        .returning();
  if (!stored) throw new Error("The wipe was not stored");
  const row = await lockDeviceRow(transaction, deviceId);
  await recordAccountEvent(
    transaction,
    {
      action: "wipe-requested",
      source,
      objectType: "device",
      objectId: deviceId,
      fieldOperativeId: row?.fieldOperativeId ?? null,
      after: { withoutSending, ...(withoutSending && { lost }) },
    },
    at,
  );
  return stored;
}

/** What a device last said that it has not sent. */
function describeUnsent(wipe: Wipe | null): UnsentWork {
  return {
    messages: wipe?.unsentMessages ?? null,
    images: wipe?.unsentImages ?? null,
    drafts: wipe?.unsentDrafts ?? null,
  };
}

/**
 * Returns null if the same account was told a short time ago that just this would be lost. Otherwise it is told now, and
 * the request has to be repeated with the token.
 */
async function checkConfirmation(
  orm: Orm,
  { reportedOn, ...request }: Loss & { readonly deviceId: string; readonly accountId: string },
  token: string | undefined,
  at: Date,
): Promise<Refusal | null> {
  await orm.delete(wipeConfirmation).where(lt(wipeConfirmation.expiresOn, at));
  if (token !== undefined) {
    const { deviceId, accountId, lost } = request;
    const [told] = await orm
      .delete(wipeConfirmation)
      .where(eq(wipeConfirmation.tokenHash, hashToken(token)))
      .returning();
    const isSame =
      told?.deviceId === deviceId &&
      told.accountId === accountId &&
      isDeepStrictEqual(told.lost, lost);
    if (isSame) return null;
  }
  const { token: newOne, hash } = newToken();
  const expiresOn = new Date(at.getTime() + confirmationMs);
  await orm.insert(wipeConfirmation).values({ ...request, tokenHash: hash, expiresOn });
  return refuse("confirmation-needed", {
    detail: describeLoss({ reportedOn, lost: request.lost }),
    confirmation: {
      token: newOne,
      expiresOn: expiresOn.toISOString(),
      lost: request.lost,
      reportedOn: reportedOn?.toISOString() ?? null,
    },
  });
}

function describeLoss({ reportedOn, lost: { messages, images, drafts } }: Loss): string {
  const count = drafts === null ? "" : ` (${drafts} ${drafts === 1 ? "draft" : "drafts"})`;
  const typed =
    `Half-filled forms and text that was typed and not saved${count} are lost too. ` +
    "If the phone cannot hand over a visit that has not ended, what was recorded in it is lost as well.";
  if (messages === null)
    return `The device has not said what it has not sent: all of that is lost. ${typed}`;
  const ofImages = images === null ? "" : `, ${images} of them images`;
  const when = reportedOn ? `, of ${formatOfficeTime(reportedOn)},` : "";
  return `By its last report${when} ${messages} messages are lost${ofImages}. ${typed}`;
}

/**
 * Takes what a device that has to be wiped has not sent yet, and answers whether it still has to be wiped. With the
 * secret the device says that it begins to delete, which it may only if nothing is lost that the office did not confirm.
 * A device that has a key signs it. A phone with an earlier build, and one whose database the browser has deleted, cannot:
 * they are believed enough to delete, but the wipe stays open, since whoever knows the id could report one that did not
 * happen. After a signed report only signed ones are taken. A refusal raises no alarm.
 */
export async function takeWipeReport(
  { database: { orm }, config }: WipeServer,
  { deviceId, unsent, confirmationSecret }: CallBody<typeof reportWipe>,
  { proof }: Pick<DeviceSource, "proof">,
): Promise<CallAnswer<typeof reportWipe> | Refusal> {
  return orm.transaction(async (transaction) => {
    const row = await lockDeviceRow(transaction, deviceId);
    const open = await findOpenWipe(transaction, deviceId);
    if (!row || !open) return { wipe: null };
    const isProven = isFromDevice(row, proof);
    if (!isProven && open.isProven && open.reportedOn) return refuse("signature-mismatch");
    const { wipeId, withoutSending } = open;
    const begins = confirmationSecret !== undefined;
    if (begins && unsent.messages > 0 && !withoutSending)
      return refuse("conflict", { detail: "The device has to send first" });
    await transaction
      .update(deviceWipe)
      .set({
        unsentMessages: unsent.messages,
        unsentImages: unsent.images,
        unsentDrafts: unsent.drafts ?? null,
        isProven,
        unprovenOn: null,
        problems: unsent.problems,
        reportedOn: config.now(),
        // A device that had begun and reports without the secret has something to send again.
        confirmationHash: begins ? hashToken(confirmationSecret) : null,
      })
      .where(eq(deviceWipe.wipeId, wipeId));
    if (isProven) await storeUnsent(transaction, deviceId, unsent.messages, config.now());
    return { wipe: { wipeId, withoutSending } };
  });
}

/**
 * Records that a device has deleted everything of its engineer. It stays locked, since nothing of it is left. If its report
 * was not signed, only that is recorded: the device itself still hears of the wipe, and can send.
 */
export async function takeWipeConfirmation(
  { database: { orm }, config }: WipeServer,
  { wipeId, confirmationSecret }: CallBody<typeof confirmWipe>,
  source: AuditSource,
): Promise<CallAnswer<typeof confirmWipe> | Refusal> {
  const at = config.now();
  return orm.transaction(async (transaction) => {
    const [wipe] = await transaction
      .select()
      .from(deviceWipe)
      .where(eq(deviceWipe.wipeId, wipeId))
      .for("update");
    if (!wipe) return refuse("not-found");
    const isOwn = wipe.confirmationHash?.equals(hashToken(confirmationSecret)) === true;
    if (!isOwn) return refuse("forbidden");
    if (wipe.confirmedOn) return ok;
    const { deviceId, withoutSending } = wipe;
    const row = await lockDeviceRow(transaction, deviceId);
    if (!wipe.isProven) {
      if (wipe.unprovenOn) return ok;
      await transaction
        .update(deviceWipe)
        .set({ unprovenOn: at })
        .where(eq(deviceWipe.wipeId, wipeId));
      await recordAudit(transaction, {
        action: "wipe-unproven",
        source,
        objectType: "device",
        objectId: deviceId,
        fieldOperativeId: row?.fieldOperativeId ?? null,
        after: { withoutSending, reported: describeUnsent(wipe) },
      });
      return ok;
    }
    await transaction
      .update(deviceWipe)
      .set({ confirmedOn: at })
      .where(eq(deviceWipe.wipeId, wipeId));
    await transaction.update(device).set({ locked: true }).where(eq(device.deviceId, deviceId));
    // What was sent arrived, and what was lost no longer waits.
    await storeUnsent(transaction, deviceId, 0, at);
    await transaction.delete(pushSubscription).where(eq(pushSubscription.deviceId, deviceId));
    await endSessionsOfWipedDevice(transaction, deviceId, at);
    await recordAccountEvent(
      transaction,
      {
        action: "device-wiped",
        source,
        objectType: "device",
        objectId: deviceId,
        fieldOperativeId: row?.fieldOperativeId ?? null,
        before: { locked: row?.locked ?? false },
        after: { locked: true, withoutSending, lost: describeUnsent(wipe) },
      },
      at,
    );
    return ok;
  });
}

/** Stores how many messages wait on a device, as its polls do. */
async function storeUnsent(orm: Orm, deviceId: string, unsentMessages: number, at: Date) {
  await orm
    .update(device)
    .set({ unsentMessages, unsentReportedOn: at })
    .where(eq(device.deviceId, deviceId));
}

async function findOpenWipe(orm: Orm, deviceId: string): Promise<Wipe | null> {
  const [row] = await orm
    .select()
    .from(deviceWipe)
    .where(and(eq(deviceWipe.deviceId, deviceId), isNull(deviceWipe.confirmedOn)))
    .for("update");
  return row ?? null;
}

/** Reads the last wipe of each device that the office asked to be wiped. */
export async function readLastWipes(orm: Orm): Promise<ReadonlyMap<string, office.DeviceWipe>> {
  const rows = await orm
    .selectDistinctOn([deviceWipe.deviceId])
    .from(deviceWipe)
    .orderBy(deviceWipe.deviceId, desc(deviceWipe.requestedOn), sql`${deviceWipe.wipeId} desc`);
  return new Map(rows.map((row) => [row.deviceId, describeWipe(row)]));
}

function describeWipe(wipe: Wipe): office.DeviceWipe {
  return {
    wipeId: wipe.wipeId,
    state: readState(wipe),
    requestedOn: wipe.requestedOn.toISOString(),
    withoutSending: wipe.withoutSending,
    unsent: describeUnsent(wipe),
    problems: [...wipe.problems],
    reportedOn: wipe.reportedOn?.toISOString() ?? null,
    confirmedOn: wipe.confirmedOn?.toISOString() ?? null,
  };
}

function readState(wipe: Wipe): office.DeviceWipe["state"] {
  if (wipe.confirmedOn) return "confirmed";
  if (wipe.unprovenOn) return "unproven";
  if (wipe.confirmationHash) return "wiping";
  return wipe.reportedOn ? "sending" : "requested";
}
