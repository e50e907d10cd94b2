import { sync } from "@fieldfare/contract";
import { syncedTypes, type SyncResultCode, warningSize } from "@fieldfare/domain";
import { disableDevice, readCredentials, renewToken } from "../api/call.ts";
import { requestHeaders } from "../api/request.ts";
import { recordingTime } from "../database/clock.ts";
import type { JobRow, SharedSettingRow } from "../database/rows.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import type { SyncOutcome, SyncRequest } from "../ports.ts";
import { ensureToken } from "../session/token.ts";
import { readDeliveredFavourites, settleFavourites } from "./contact-favourites.ts";
import { reportFailure } from "../api/report-failure.ts";
import { readReference } from "./reference.ts";

export interface SyncOptions {
  readonly requestedBy: "start" | "sign-in" | "user";
  /** The person has agreed to a large sync. */
  readonly allowLarge?: boolean;
  /** Fetches everything again, whatever dates this device has. */
  readonly full?: boolean;
}

export interface SyncResult {
  readonly code: SyncResultCode;
  readonly sizeInMb: number | null;
}

/** Runs one sync at a time on this device: a second one finds nothing left to do. */
export function runSync(device: Device, options: SyncOptions): Promise<SyncResult> {
  return device.ports.locks.hold("fieldfare-sync", () => syncWithLock(device, options));
}

/** A server may split a large answer between sets; more rounds than sets would be an error. */
const maxRounds = syncedTypes.length + 1;

async function syncWithLock(unbound: Device, options: SyncOptions): Promise<SyncResult> {
  const device = forCurrentEngineer(unbound);
  const failed: SyncResult = { code: "error", sizeInMb: null };
  // Contacts are stored under the data key, which the PIN opens.
  if (device.engineer?.sealing?.isLocked) return { code: "not-required", sizeInMb: null };
  const token = await ensureToken(device);
  if (!token.ok) {
    reportFailure(device, token.failure);
    return failed;
  }
  const setting = await device.shared.setting.get(1);
  if (!setting) return failed;
  const jobs = await device.database.job.toArray();
  const favourites = await readDeliveredFavourites(device);
  const warnSizeInMb = options.allowLarge ? null : warningSize(setting.sync.config);
  let size = 0;
  let rows = 0;
  for (let round = 0; round < maxRounds; round++) {
    const outcome = await requestSync(device, {
      warnSizeInMb: round === 0 ? warnSizeInMb : null,
      isFullSync: options.full === true && round === 0,
      data: await readSyncDates(device, options.full === true && round === 0, round === 0),
    });
    if (outcome.kind !== "applied") {
      if (outcome.kind === "storage-full") device.events.emit({ kind: "storage", state: "full" });
      if (outcome.kind === "network") device.events.emit({ kind: "network-error" });
      return failed;
    }
    size += outcome.sizeInMb;
    rows += outcome.rows;
    const isHeldBack = outcome.isSyncRequired && outcome.rows === 0 && !outcome.isPartial;
    if (isHeldBack && warnSizeInMb !== null && outcome.sizeInMb > warnSizeInMb)
      return { code: "large-payload", sizeInMb: outcome.sizeInMb };
    if (!outcome.isPartial) break;
  }
  await settleFavourites(device, favourites);
  await storeSyncStatus(device, size, jobs);
  device.events.emit({ kind: "sync-progress", step: "finished", done: rows, total: rows });
  if (rows === 0) return { code: "not-required", sizeInMb: size };
  return { code: options.requestedBy === "user" ? "user-requested" : "auto-sync", sizeInMb: size };
}

/**
 * Contacts that carry another engineer's favourites, or whose owner is unknown, are fetched again
 * at the start.
 */
async function readSyncDates(device: Device, isFull: boolean, isStart: boolean) {
  const { ownerId } = device.database;
  const rows = await device.shared.synchronisedData.toArray();
  const ownRows = rows.filter(
    (row) => !isStart || row.type !== "Contacts" || row.ownerId === ownerId,
  );
  const datesByType = new Map(ownRows.map((row) => [row.type, row.date]));
  return syncedTypes.map((type) => ({
    type,
    date: isFull ? null : (datesByType.get(type) ?? null),
  }));
}

async function requestSync(device: Device, body: object): Promise<SyncOutcome> {
  const credentials = await readCredentials(device);
  const deviceId = credentials?.deviceId ?? null;
  const token = credentials?.token;
  const firstOutcome = await handleDeviceError(
    device,
    deviceId,
    await requestSyncWithToken(device, deviceId, token, body),
  );
  if (
    firstOutcome.kind !== "status" ||
    firstOutcome.deviceError ||
    firstOutcome.status !== 401 ||
    !token
  )
    return firstOutcome;
  const renewed = await renewToken(device, token);
  if (renewed.ok)
    return handleDeviceError(
      device,
      deviceId,
      await requestSyncWithToken(device, deviceId, renewed.value, body),
    );
  reportFailure(device, renewed.failure);
  return firstOutcome;
}

/** Disables a device that the server refuses, whichever answer says so. */
async function handleDeviceError(
  device: Device,
  deviceId: string | null,
  outcome: SyncOutcome,
): Promise<SyncOutcome> {
  if (outcome.kind === "status" && outcome.deviceError)
    await disableDevice(device, {
      error: outcome.deviceError === "locked" ? "locked" : "unknown",
      deviceId,
    });
  return outcome;
}

function requestSyncWithToken(
  device: Device,
  deviceId: string | null,
  token: string | undefined,
  body: object,
): Promise<SyncOutcome> {
  const text = JSON.stringify(body);
  const headers = requestHeaders(device, { token, deviceId, body: text });
  const request: SyncRequest = {
    url: device.ports.baseUrl + sync.path,
    init: { method: sync.method, headers, body: text },
    databaseName: device.shared.name,
    contactsKey: device.database.sealing?.dataKey ?? null,
    now: device.ports.now().toISOString(),
  };
  return device.ports.applySync(request, (progress) =>
    device.events.emit({ kind: "sync-progress", ...progress }),
  );
}

/** `jobs` are those of the time when the sync began. */
async function storeSyncStatus(
  device: Device,
  size: number,
  jobs: readonly JobRow[],
): Promise<void> {
  const forms = await readReference(device, "CustomForm");
  const found = new Set(forms.map(({ customFormId }) => customFormId));
  const missingForms = jobs.flatMap(({ customForms }) =>
    customForms
      .filter(({ customFormId }) => !found.has(customFormId))
      .map(({ jobId, customFormId }) => ({ jobId, customFormId })),
  );
  const dateLastSync = recordingTime(device).toISOString();
  const status: SharedSettingRow["sync"]["status"] = { dateLastSync, size, missingForms };
  await device.shared.setting.update(1, { "sync.status": status });
}
