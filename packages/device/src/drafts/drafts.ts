import { typedText } from "@fieldfare/domain";
import { recordingTime } from "../database/clock.ts";
import type { DraftRow } from "../database/rows.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { journalDraftLater } from "./draft-journal.ts";

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
 * Saves what is being typed as it is entered, so that it survives a killed page, and soon after a
 * wiped database too. Outside of a job, the engineer's id takes the place of `jobId`.
 */
export async function saveDraft(
  unbound: Device,
  jobId: string,
  kind: DraftKind,
  values: unknown,
): Promise<void> {
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return;
  const modifiedOn = recordingTime(device).toISOString();
  await device.database.draft.put({ jobId, kind, values, modifiedOn });
  journalDraftLater(device, [jobId, kind]);
}

/** Returns the values as they were saved; the caller parses them. */
export async function readDraft(device: Device, jobId: string, kind: DraftKind): Promise<unknown> {
  if ((await readOwner(device)) === null) return undefined;
  return (await device.database.draft.get([jobId, kind]))?.values;
}

/** Deletes a draft, from the journal a moment later. Does nothing when nobody is signed in. */
export async function dropDraft(unbound: Device, jobId: string, kind: DraftKind): Promise<void> {
  const device = forCurrentEngineer(unbound);
  if (!device.engineer) return;
  await device.engineer.draft.delete([jobId, kind]);
  journalDraftLater(device, [jobId, kind]);
}

const unsavedEntities = [
  "note",
  "part",
  "sor",
  "appliance",
  "contact",
] as const satisfies readonly DraftEntity[];
export type UnsavedEntity = (typeof unsavedEntities)[number];

/** Entries of one kind that were begun inside a job and neither saved nor discarded. */
export interface UnsavedEntry {
  readonly entity: UnsavedEntity;
  /** Whether it was being added, not changed. */
  readonly isNew: boolean;
  /** The text that was typed into each, where there is any. */
  readonly texts: readonly string[];
}

/** Every way of ending a job warns of these entries: only a saved one goes to the office. */
export async function readUnsaved(device: Device, jobId: string): Promise<readonly UnsavedEntry[]> {
  if ((await readOwner(device)) === null) return [];
  const drafts = await device.database.draft.where("jobId").equals(jobId).toArray();
  return unsavedEntities.flatMap((entity) => {
    const describe = (isNew: boolean, found: readonly DraftRow[]): readonly UnsavedEntry[] => {
      const texts = found.map(({ values }) => typedText(entity, values)).filter(Boolean);
      return found.length > 0 ? [{ entity, isNew, texts }] : [];
    };
    return [
      ...describe(
        true,
        drafts.filter(({ kind }) => kind === entity),
      ),
      ...describe(
        false,
        drafts.filter(({ kind }) => kind.startsWith(`${entity}:`)),
      ),
    ];
  });
}
