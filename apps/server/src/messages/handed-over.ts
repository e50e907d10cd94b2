import type { JobContent, Payload } from "@fieldfare/contract";

interface HandedOver {
  readonly payload: Payload<"JobStatusChange">;
  /** Something of the message was recorded at the moment or later, or does not say when. */
  readonly isPart: boolean;
}

/**
 * What a phone that is wiped during a visit hands over is in one message, which is as old as the wipe. Returns the message with
 * what of it was recorded before a moment, by the clock of the server; null if nothing was. Only its content counts: `status`
 * is the job's.
 */
export function readHandedOver(
  payload: Payload<"JobStatusChange">,
  status: Payload<"JobStatusChange">["currentStatus"],
  isBefore: (at: string) => boolean,
): HandedOver | null {
  const { job, currentStatus } = payload;
  if (!job || currentStatus === "New" || currentStatus === "Reset") return null;
  const { removed, ...rows } = job;
  const before: JobContent = {
    ...rows,
    notes: rows.notes.filter(({ modifiedOn }) => isBefore(modifiedOn)),
    parts: rows.parts.filter(({ partAddedDateTime: addedOn, collectedDateTime }) =>
      [addedOn, collectedDateTime].every((at) => at === null || isBefore(at)),
    ),
    plannedSors: rows.plannedSors.filter(({ updatedOnDateTime }) => isBefore(updatedOnDateTime)),
    customForms: rows.customForms.filter(
      ({ addedOnDateTime, savedOnDateTime, completedOn, completedForm }) => {
        // Answers that were never saved have no time.
        if (completedForm !== null && savedOnDateTime === null && completedOn === null)
          return false;
        const times = [addedOnDateTime, savedOnDateTime, completedOn];
        return times.every((at) => at === null || isBefore(at));
      },
    ),
    propertyAssets: rows.propertyAssets.filter(({ modifiedOn }) => isBefore(modifiedOn)),
    tenants: rows.tenants.filter(({ modifiedOn }) => isBefore(modifiedOn)),
  };
  if (count(before) === 0) return null;
  const hasRemoved = Object.values(removed ?? {}).some((ids) => ids.length > 0);
  return {
    payload: { ...payload, currentStatus: status, job: before },
    isPart: hasRemoved || count(before) < count(job),
  };
}

function count({ notes, parts, plannedSors, customForms, propertyAssets, tenants }: JobContent) {
  const lists = [notes, parts, plannedSors, customForms, propertyAssets, tenants];
  return lists.reduce((sum, list) => sum + list.length, 0);
}
