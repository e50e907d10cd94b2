import { typedText } from "@fieldfare/domain";
import { recordingTime } from "../database/clock.ts";
import type { DraftRow } from "../database/rows.ts";
import { withReservedSpace } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { journalDraftLater } from "./draft-journal.ts";
import { type DraftBasis, mergeDraft, type MergedDraft } from "./merge-draft.ts";

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
  await withReservedSpace(device, () =>
    device.database.draft.put({ jobId, kind, values, modifiedOn }),
  );
  journalDraftLater(device, [jobId, kind]);
}

/**
 * Saves a change that was made in this tab, on top of what another tab may have saved meanwhile. Returns what is stored
 * now; null when nobody is signed in.
 */
export async function saveDraftChange(
  unbound: Device,
  jobId: string,
  kind: DraftKind,
  values: unknown,
  basis: DraftBasis,
): Promise<MergedDraft | null> {
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return null;
  const modifiedOn = recordingTime(device).toISOString();
  const { draft } = device.database;
  const saved = await withReservedSpace(device, () =>
    device.database.transaction("rw", draft, async () => {
      const current = await draft.get([jobId, kind]);
      const merged = mergeDraft(values, basis, current?.values);
      await draft.put({ jobId, kind, values: merged.values, modifiedOn });
      return merged;
    }),
  );
  journalDraftLater(device, [jobId, kind]);
  return saved;
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

/** A removal also deletes a visit without access that was begun and not closed. */
const entitiesOfRemoval = [...unsavedEntities, "no-access"] as const;

/** Entries of one kind that were begun inside a job and neither saved nor discarded. */
export interface UnsavedEntry {
  readonly entity: UnsavedEntity | "no-access";
  /** Whether it was being added, not changed. */
  readonly isNew: boolean;
  /** The text that was typed into each, where there is any. */
  readonly texts: readonly string[];
}

/** Every way of ending a job warns of these entries: only a saved one goes to the office. */
export async function readUnsaved(
  device: Device,
  jobId: string,
  ending?: "removal",
): Promise<readonly UnsavedEntry[]> {
  const drafts = await readJobDrafts(device, jobId);
  const entities = ending === "removal" ? entitiesOfRemoval : unsavedEntities;
  return entities.flatMap((entity) => {
    const own = listRecordDrafts(drafts, entity);
    return [true, false].flatMap((isNew) => {
      const found = own.filter(({ recordId }) => (recordId === null) === isNew);
      const texts = found.map(({ text }) => text).filter(Boolean);
      return found.length > 0 ? [{ entity, isNew, texts }] : [];
    });
  });
}

/** A record of a job that was begun or changed, and neither saved nor discarded. */
export interface RecordDraft {
  /** Null for a record that is being added. */
  readonly recordId: string | null;
  /** The text that was typed; empty if there is none. */
  readonly text: string;
}

/** Reads the drafts of one list of the job. The one of a new record comes first. */
export async function readRecordDrafts(
  device: Device,
  jobId: string,
  entity: UnsavedEntity,
): Promise<readonly RecordDraft[]> {
  return listRecordDrafts(await readJobDrafts(device, jobId), entity);
}

async function readJobDrafts(device: Device, jobId: string): Promise<readonly DraftRow[]> {
  if ((await readOwner(device)) === null) return [];
  const { draft } = device.database;
  // A transaction reads past Dexie's cache of live queries, which can still hold a draft that was
  // saved a moment ago.
  return device.database.transaction("r", draft, () =>
    draft.where("jobId").equals(jobId).toArray(),
  );
}

function listRecordDrafts(
  drafts: readonly DraftRow[],
  entity: UnsavedEntry["entity"],
): readonly RecordDraft[] {
  const prefix = `${entity}:`;
  return drafts
    .filter(({ kind }) => kind === entity || kind.startsWith(prefix))
    .map(({ kind, values }) => ({
      recordId: kind === entity ? null : kind.slice(prefix.length),
      text: typedText(entity, values),
    }))
    .toSorted((one, other) => (one.recordId ?? "").localeCompare(other.recordId ?? ""));
}
