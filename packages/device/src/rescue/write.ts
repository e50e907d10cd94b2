import { refused, type Result } from "@fieldfare/domain";
import { encodeEntry } from "../database/journal.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { fullCost, type GuessCost, seal } from "./envelope.ts";
import { gatherUnsent, isEmpty, type UnsentCounts } from "./unsent.ts";

/** Shorter ones can be found by trying. */
export const minPassphraseLength = 10;

export interface RescueFile extends UnsentCounts {
  readonly file: Blob;
}

/**
 * Writes everything of the signed-in engineer that the server does not have into one file,
 * encrypted with the passphrase.
 */
export async function writeRescueFile(
  device: Device,
  passphrase: string,
  cost: GuessCost = fullCost,
): Promise<Result<RescueFile, "signed-out" | "nothing-unsent" | "passphrase-short">> {
  if (passphrase.length < minPassphraseLength) return refused("passphrase-short");
  const ownerId = await readOwner(device);
  if (ownerId === null) return refused("signed-out");
  const { puts, ...counts } = await gatherUnsent(device, ownerId);
  if (isEmpty(counts)) return refused("nothing-unsent");
  const content = encodeEntry({
    order: 0,
    isSnapshot: true,
    puts: [{ table: "setting", row: { ownerId } }, ...puts],
    deletes: [],
  });
  return {
    ok: true,
    value: { ...counts, file: await seal(device.ports, passphrase, content, cost) },
  };
}
