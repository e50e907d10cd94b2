// Home reads this file at every start. It imports nothing of the quick job itself.
import { z } from "@fieldfare/contract";
import { isQuickJobBegun } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { readDraft } from "../drafts/drafts.ts";
import { readOwner } from "../session/session.ts";

const quickJobDraft = z.object({ property: z.nullable(z.unknown()), isNewProperty: z.boolean() });

/** True when a quick job was begun and is not saved yet. */
export async function readQuickJobBegun(device: Device): Promise<boolean> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return false;
  const draft = quickJobDraft.safeParse(await readDraft(device, ownerId, "quick-job"));
  return draft.success && isQuickJobBegun(draft.data);
}

const quickJobIds = z.object({ ids: z.object({ jobId: z.string() }) });

/** Reads the id under which the engineer's quick job is saved; null if none was begun. */
export async function readQuickJobId(device: Device): Promise<string | null> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return null;
  const draft = quickJobIds.safeParse(await readDraft(device, ownerId, "quick-job"));
  return draft.success ? draft.data.ids.jobId : null;
}
