import { compareMoments } from "@fieldfare/domain";
import type { AlertRow, JobAlertRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

export interface UnreadAlerts {
  readonly alerts: readonly AlertRow[];
  /** The alert that must be confirmed next; null when there is none. */
  readonly toConfirm: JobAlertRow | null;
}

/** Reads the alerts that the engineer has not read yet. */
export async function readUnreadAlerts(device: Device): Promise<UnreadAlerts> {
  const unread = (await readOwnAlerts(device)).filter(({ readOn }) => readOn === null);
  return {
    alerts: unread.filter(({ mustConfirm }) => !mustConfirm),
    toConfirm: unread.filter(isJobAlert).find(({ mustConfirm }) => mustConfirm) ?? null,
  };
}

/** Whether the alert is about a job, and not about the engineer's account or an absence. */
export function isJobAlert(alert: AlertRow): alert is JobAlertRow {
  return alert.kind !== "account" && alert.kind !== "absence";
}

/**
 * Whether the office has given a job to another engineer while it stays on this phone, and has not given it back: the visit
 * does not count.
 */
export async function isGivenAway(device: Device, jobId: string): Promise<boolean> {
  if ((await readOwner(device)) === null) return false;
  const rows = await device.database.alert.where("jobId").equals(jobId).toArray();
  return rows
    .filter(isJobAlert)
    .some(
      ({ kind, isMoved, answer }) =>
        isMoved !== undefined &&
        (kind === "removal-declined" ? answer === undefined : answer === "retained"),
    );
}

const maxListed = 200;

/** Reads all alerts, newest first. */
export async function readAlerts(device: Device): Promise<readonly AlertRow[]> {
  return (await readOwnAlerts(device)).toReversed().slice(0, maxListed);
}

/** Oldest first. */
async function readOwnAlerts(device: Device): Promise<readonly AlertRow[]> {
  if ((await readOwner(device)) === null) return [];
  const rows = await device.database.alert.toArray();
  return rows.sort((a, b) => compareMoments(a.receivedOn, b.receivedOn));
}
