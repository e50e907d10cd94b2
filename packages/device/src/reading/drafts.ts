import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

type Thing = "note" | "part" | "sor" | "appliance" | "contact" | "form";

/** A thing's name stands for one that is being added, with an id for one that is being changed. */
export type DraftKind =
  | "no-access"
  | "hold"
  | "close"
  | "removal"
  | "outcome"
  | Thing
  | `${Thing}:${string}`;

/** What is being typed, kept as it is given: a killed page comes back to it. */
export async function saveDraft(
  device: Device,
  jobId: string,
  kind: DraftKind,
  values: unknown,
): Promise<void> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return;
  const modifiedOn = device.ports.now().toISOString();
  await device.database.draft.put({ jobId, kind, ownerId, values, modifiedOn });
}

/** The values as they were saved: whoever reads them parses them. */
export async function readDraft(device: Device, jobId: string, kind: DraftKind): Promise<unknown> {
  const row = await device.database.draft.get([jobId, kind]);
  return row && row.ownerId === (await readOwner(device)) ? row.values : undefined;
}

export async function dropDraft(device: Device, jobId: string, kind: DraftKind): Promise<void> {
  await device.database.draft.delete([jobId, kind]);
}
