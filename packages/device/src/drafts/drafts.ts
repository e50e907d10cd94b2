import { recordingTime } from "../database/clock.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

type DraftEntity =
  | "note"
  | "part"
  | "sor"
  | "appliance"
  | "contact"
  | "form"
  | "mileage"
  | "absence";

/** The name of an entity means one that is being added; with an id, one that is being changed. */
export type DraftKind =
  | "no-access"
  | "hold"
  | "close"
  | "removal"
  | "outcome"
  | DraftEntity
  | "quick-job"
  /** A form that this app could not show, see `saveUnsupportedForm`. */
  | `unshown:${string}`
  | `${DraftEntity}:${string}`;

/**
 * Saves what is being typed as it is entered, so that it survives a killed page. Outside of a job,
 * the owner's id takes the place of `jobId`.
 */
export async function saveDraft(
  device: Device,
  jobId: string,
  kind: DraftKind,
  values: unknown,
): Promise<void> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return;
  const modifiedOn = recordingTime(device).toISOString();
  await device.database.draft.put({ jobId, kind, ownerId, values, modifiedOn });
}

/** Returns the values as they were saved; the caller parses them. */
export async function readDraft(device: Device, jobId: string, kind: DraftKind): Promise<unknown> {
  const row = await device.database.draft.get([jobId, kind]);
  return row && row.ownerId === (await readOwner(device)) ? row.values : undefined;
}

export async function dropDraft(device: Device, jobId: string, kind: DraftKind): Promise<void> {
  await device.database.draft.delete([jobId, kind]);
}

const unsavedEntities = [
  "note",
  "part",
  "sor",
  "appliance",
  "contact",
] as const satisfies readonly DraftEntity[];
export type UnsavedEntity = (typeof unsavedEntities)[number];

/**
 * Reads what was begun inside a job and neither saved nor discarded. `isNew` tells that it was
 * being added, not changed.
 */
export async function readUnsaved(
  device: Device,
  jobId: string,
): Promise<readonly { readonly entity: UnsavedEntity; readonly isNew: boolean }[]> {
  const ownerId = await readOwner(device);
  const rows = await device.database.draft.where("jobId").equals(jobId).toArray();
  const kinds = rows.filter((row) => row.ownerId === ownerId).map(({ kind }) => kind);
  return unsavedEntities.flatMap((entity) => [
    ...(kinds.includes(entity) ? [{ entity, isNew: true }] : []),
    ...(kinds.some((kind) => kind.startsWith(`${entity}:`)) ? [{ entity, isNew: false }] : []),
  ]);
}
