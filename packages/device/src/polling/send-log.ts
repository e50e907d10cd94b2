import { logErrors, requestLimits } from "@fieldfare/contract";
import { redact } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { CallFailure } from "../api/failure.ts";
import type { EngineerDatabase } from "../database/database.ts";
import type { LogRow } from "../database/rows.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { maxDetailsLength, maxMessageLength } from "./log.ts";

const maxSent = 100;
/** Leaves space for the fields around the entries. */
const maxBytes = requestLimits.jsonBytes - 16_384;

/** Sends the log entries that the server does not have, of the signed-in engineer and of nobody. */
export async function sendLog(unbound: Device): Promise<void> {
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return;
  await sendEntries(device, device.database.log, "log-sent");
  await sendEntries(device, device.shared.log, "shared-log-sent");
}

/** `name` is the counter of the last entry that was sent in this engineer's name. */
async function sendEntries(
  device: Device,
  log: EngineerDatabase["log"],
  name: "log-sent" | "shared-log-sent",
): Promise<void> {
  const { counter } = device.database;
  const lastSentId = (await counter.get(name))?.value ?? 0;
  const rows = await log.where(":id").above(lastSentId).limit(maxSent).toArray();
  if (rows.length === 0) return;
  const entries = withinRequest(await redactEntries(device, rows));
  const last = rows[entries.length - 1]?.id;
  if (last === undefined) return;
  const answer = await callServer(device, logErrors, { body: { entries } });
  if (answer.ok || isUnacceptable(answer.failure)) await counter.put({ name, value: last });
}

/**
 * True when the server will never take these entries: they stay on this device and do not hold up
 * later ones.
 */
function isUnacceptable(failure: CallFailure): boolean {
  return failure.kind === "problem" && [400, 413, 422].includes(failure.status);
}

/** Returns the first entries, as many as fit into one request. */
export function withinRequest<T extends object>(entries: T[]): T[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  const firstTooMany = entries.findIndex((entry) => {
    bytes += encoder.encode(JSON.stringify(entry)).length + 1;
    return bytes > maxBytes;
  });
  return firstTooMany < 0 ? entries : entries.slice(0, firstTooMany);
}

/**
 * Removes names, addresses and other personal data from log entries before they leave the device.
 */
export async function redactEntries(device: Device, rows: readonly LogRow[]) {
  const personalWords = await readPersonalWords(device);
  return rows.map(({ id: _id, ...entry }) => ({
    ...entry,
    message: redact(entry.message, personalWords).slice(0, maxMessageLength),
    details:
      entry.details === null
        ? null
        : redact(entry.details, personalWords).slice(0, maxDetailsLength),
  }));
}

/** Returns the names and address lines that this device holds for the engineer. */
async function readPersonalWords({ database }: Device): Promise<readonly string[]> {
  const [token, jobs, tenants] = await Promise.all([
    database.token.get(1),
    database.job.toArray(),
    database.propertyTenant.toArray(),
  ]);
  return [
    token?.claims.name,
    ...tenants.map((tenant) => tenant.fullName),
    ...jobs.flatMap(({ property }) => [
      property.addressLine1,
      property.addressLine2,
      property.addressLine3,
      property.addressLine4,
    ]),
  ].filter((word) => typeof word === "string");
}
