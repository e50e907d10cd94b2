import type { FastifyRequest } from "fastify";
import { header, z } from "@fieldfare/contract";
import { LRUCache } from "lru-cache";
import type { Database } from "../database/database.ts";
import { isEndedSql } from "../database/ended-sign-ins.ts";

const uuid = z.guid();
const contactIntervalMs = 60_000;
const maxRecentContacts = 10_000;

/** Reads the X-Device-Id header in lower case. Null when it is missing or is no id. */
export function readDeviceId(request: FastifyRequest): string | null {
  const value = request.headers[header.deviceId.toLowerCase()];
  if (typeof value !== "string") return null;
  const parsed = z.safeParse(uuid, value);
  return parsed.success ? parsed.data.toLowerCase() : null;
}

/** Returns server time minus device time in ms; null when the device does not send its time. */
export function readClockOffset(request: FastifyRequest, at: Date): number | null {
  const value = request.headers[header.deviceTime.toLowerCase()];
  const reported = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(reported) ? null : at.getTime() - reported;
}

/** Each status except `ok` is the code of the refusal. */
export type DeviceStatus =
  | "ok"
  | "device-unknown"
  | "device-locked"
  | "device-unapproved"
  | "account-disabled"
  | "unauthorised";

/** The kind of build on a device. Null: a call that both kinds may make. */
export type DeviceUse = "live" | "training" | null;

/**
 * Reads whether an engineer may use a device. Another engineer's device is unknown, and so is a training device
 * among live data, or a live device among training data. With `null` as engineer, any owner is accepted. With
 * `familyId`, a sign-in that has been ended is `unauthorised`; what only sends leaves it out.
 */
export async function readDeviceStatus(
  database: Database,
  deviceId: string | null,
  fieldOperativeId: string | null,
  use: DeviceUse,
  familyId: string | null = null,
): Promise<DeviceStatus> {
  return (await readDeviceAccess(database, deviceId, fieldOperativeId, use, familyId)).status;
}

interface DeviceAccess {
  readonly status: DeviceStatus;
  /** When the office last unlocked the device. */
  readonly unlockedOn: Date | null;
  /** The office has asked that the device is wiped, and it has not confirmed that yet. */
  readonly hasToBeWiped: boolean;
  /** When the device last confirmed a wipe; null: it has not, or was registered since, or has to be wiped again. */
  readonly wipedOn: Date | null;
}

/** Reads the same, and when the office last unlocked the device. */
export async function readDeviceAccess(
  database: Database,
  deviceId: string | null,
  fieldOperativeId: string | null,
  use: DeviceUse,
  familyId: string | null = null,
): Promise<DeviceAccess> {
  const unknown: DeviceAccess = {
    status: "device-unknown",
    unlockedOn: null,
    hasToBeWiped: false,
    wipedOn: null,
  };
  if (!deviceId) return unknown;
  const { rows } = await database.pool.query<{
    owner: string;
    locked: boolean;
    unapproved: boolean;
    disabled: boolean;
    ended: boolean;
    unlockedOn: Date | null;
    hasToBeWiped: boolean;
    wipedOn: Date | null;
    use: DeviceUse;
  }>({
    name: "device-access",
    text: `select d.field_operative_id as owner, d.locked, d.awaits_approval as unapproved,
             a.disabled_on is not null as disabled, ${isEndedSql("$2")} as ended,
             d.unlocked_on as "unlockedOn",
             exists (select from device_wipe w
                      where w.device_id = d.device_id and w.confirmed_on is null) as "hasToBeWiped",
             (select max(w.confirmed_on) from device_wipe w
               where w.device_id = d.device_id and w.confirmed_on > d.registered_on) as "wipedOn",
             case when d.installation ->> 'isTraining' = 'true' then 'training' else 'live' end as use
           from device d left join account a on a.field_operative_id = d.field_operative_id
          where d.device_id = $1`,
    values: [deviceId, familyId],
  });
  const [device] = rows;
  if (!device || (fieldOperativeId !== null && device.owner !== fieldOperativeId)) return unknown;
  if (use !== null && device.use !== use) return unknown;
  const { unlockedOn, hasToBeWiped } = device;
  const wipedOn = hasToBeWiped ? null : device.wipedOn;
  return { status: describeStatus(device), unlockedOn, hasToBeWiped, wipedOn };
}

function describeStatus(device: {
  readonly locked: boolean;
  readonly unapproved: boolean;
  readonly disabled: boolean;
  readonly ended: boolean;
}): DeviceStatus {
  if (device.locked) return "device-locked";
  if (device.disabled) return "account-disabled";
  if (device.ended) return "unauthorised";
  return device.unapproved ? "device-unapproved" : "ok";
}

/**
 * Records that a device has fetched its settings, at most once a minute. The call is open, so the id is all that is known;
 * what depends on it is a number that the office reads.
 */
export function createSettingsRecorder(database: Database) {
  const recent = new LRUCache<string, true>({ max: maxRecentContacts, ttl: contactIntervalMs });
  return async function recordSettingsRead(deviceId: string | null) {
    if (deviceId === null || recent.has(deviceId)) return;
    recent.set(deviceId, true);
    await database.pool.query({
      name: "device-settings-read",
      text: "update device set settings_read_on = now() where device_id = $1",
      values: [deviceId],
    });
  };
}

/** Records last contact, app version and clock offset, at most once a minute for each device. */
export function createContactRecorder(database: Database, now: () => Date) {
  const lastContacts = new LRUCache<string, { at: number; version: string | null }>({
    max: maxRecentContacts,
  });
  return async function recordContact(request: FastifyRequest, fieldOperativeId: string) {
    const deviceId = readDeviceId(request);
    if (!deviceId) return;
    const at = now();
    const reported = request.headers[header.appVersion.toLowerCase()];
    const version = typeof reported === "string" ? reported.slice(0, 50) : null;
    const last = lastContacts.get(deviceId);
    if (last && last.version === version && at.getTime() - last.at < contactIntervalMs) return;
    lastContacts.set(deviceId, { at: at.getTime(), version });
    const { rowCount } = await database.pool.query({
      name: "device-contact",
      text: `update device set last_contact_on = now(), app_version = coalesce($2, app_version),
               clock_offset_ms = coalesce($3, clock_offset_ms)
             where device_id = $1 and field_operative_id = $4`,
      values: [deviceId, version, readClockOffset(request, at), fieldOperativeId],
    });
    // A phone that is being installed calls before it is registered: nothing of it is recorded yet.
    if (rowCount === 0) lastContacts.delete(deviceId);
  };
}
