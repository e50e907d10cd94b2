import { refused, type Result } from "@fieldfare/domain";
import type { TableName } from "../database/database.ts";
import { encodeEntry, journaledTables } from "../database/journal.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { fullCost, type GuessCost, seal } from "./envelope.ts";

/** Short ones are found by trying. */
export const leastPassphrase = 10;

type Row = Readonly<Record<string, unknown>>;

interface RescueContent {
  readonly puts: readonly { readonly table: TableName; readonly row: Row }[];
  readonly messages: number;
  readonly images: number;
  readonly drafts: number;
}

export interface RescueFile extends Omit<RescueContent, "puts"> {
  readonly file: Blob;
}

/**
 * Everything of the signed-in engineer that the server does not have: messages, pictures, what is being
 * typed, and the jobs that they belong to, in one file that only the passphrase opens.
 */
export async function writeRescueFile(
  device: Device,
  passphrase: string,
  cost: GuessCost = fullCost,
): Promise<Result<RescueFile, "signed-out" | "nothing-unsent" | "passphrase-short">> {
  if (passphrase.length < leastPassphrase) return refused("passphrase-short");
  const ownerId = await readOwner(device);
  if (ownerId === null) return refused("signed-out");
  const { puts, ...counts } = await gatherUnsent(device, ownerId);
  if (counts.messages + counts.images + counts.drafts === 0) return refused("nothing-unsent");
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

/** Secrets, and what only this installation counts. */
const leftOut: ReadonlySet<TableName> = new Set<TableName>([
  "login",
  "setting",
  "counter",
  "polling",
  "parkedLane",
]);

async function gatherUnsent(device: Device, ownerId: string): Promise<RescueContent> {
  const { database } = device;
  const names = [...journaledTables, "draft" as const].filter((table) => !leftOut.has(table));
  // All at one moment: a message without its picture, or a job before its status, would be half a rescue.
  return database.transaction("r", names, async () => {
    const own = <T extends { readonly ownerId: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.ownerId === ownerId);
    const messages = own(await database.messageQueue.orderBy("id").toArray());
    const images = own(await database.image.filter((image) => image.state !== "sent").toArray());
    const drafts = own(await database.draft.toArray());
    const jobIds = new Set<unknown>([...messages, ...images, ...drafts].map((row) => row.jobId));
    const jobs = own(await database.job.toArray()).filter((job) => jobIds.has(job.jobId));
    const properties = new Set<unknown>(jobs.map((job) => job.property.propertyId));
    const theirs = new Set<unknown>(jobs.map((job) => job.jobId));
    const puts: { table: TableName; row: Row }[] = [];
    const add = (table: TableName, rows: readonly object[]) =>
      puts.push(...rows.map((row) => ({ table, row: row as Row })));
    add("job", jobs);
    for (const table of names) {
      if (table in { job: 0, messageQueue: 0, image: 0, draft: 0 }) continue;
      const rows: Row[] = await database.table(table).toArray();
      add(
        table,
        rows.filter((row) =>
          "ownerId" in row
            ? row["ownerId"] === ownerId
            : theirs.has(row["jobId"]) || properties.has(row["propertyId"]),
        ),
      );
    }
    add("image", images);
    add("draft", drafts);
    add("messageQueue", messages);
    return {
      puts,
      messages: messages.length,
      images: images.length,
      drafts: drafts.length,
    };
  });
}
