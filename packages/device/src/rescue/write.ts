import { refused, type Result } from "@fieldfare/domain";
import type { EngineerDatabase, TableName } from "../database/database.ts";
import { joinImages } from "../database/image-bytes.ts";
import { encodeEntry } from "../database/journal-format.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { readOwner } from "../session/session.ts";
import type { GuessCost } from "../ports.ts";
import { fullCost, seal } from "./envelope.ts";
import { type Put, unsentTables } from "./content.ts";
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
  unbound: Device,
  passphrase: string,
  cost: GuessCost = fullCost,
): Promise<Result<RescueFile, "signed-out" | "nothing-unsent" | "passphrase-short">> {
  if (passphrase.length < minPassphraseLength) return refused("passphrase-short");
  const device = forCurrentEngineer(unbound);
  if ((await readOwner(device)) === null) return refused("signed-out");
  const { database } = device;
  // One transaction, so that no image is deleted before its bytes are read.
  const { puts, ...counts } = await database.transaction(
    "r",
    [...unsentTables, "imageBytes"],
    async () => {
      const unsent = await gatherUnsent(device);
      return { ...unsent, puts: await addImageBytes(database, unsent.puts) };
    },
  );
  if (isEmpty(counts)) return refused("nothing-unsent");
  const content = encodeEntry({
    order: 0,
    isSnapshot: true,
    puts: [{ table: "setting", row: { ownerId: database.ownerId } }, ...puts],
    deletes: [],
  });
  return {
    ok: true,
    value: { ...counts, file: await seal(device.ports, passphrase, content, cost) },
  };
}

async function addImageBytes(
  database: EngineerDatabase,
  puts: readonly Put[],
): Promise<readonly { readonly table: TableName; readonly row: object }[]> {
  const images = puts.filter(({ table }) => table === "image").map(({ row }) => row);
  return [
    ...puts.filter(({ table }) => table !== "image"),
    ...(await joinImages(database.imageBytes, images)).map((row) => ({
      table: "image" as const,
      row,
    })),
  ];
}
