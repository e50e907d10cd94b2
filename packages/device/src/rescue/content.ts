import { refused, type Result } from "@fieldfare/domain";
import type { TableName } from "../database/database.ts";
import { decodeEntries, journaledTables } from "../database/journal.ts";
import type { Device } from "../device.ts";
import { bytesOf } from "../import/bytes.ts";
import { fitsTable, isPlainRow } from "../import/row-rules.ts";
import { type EnvelopeFault, open } from "./envelope.ts";

export type RescueFault = "unreadable" | EnvelopeFault | "too-large";

/** A phone full of unsent pictures stays well below it. */
const mostFileBytes = 500_000_000;

export type Row = Readonly<Record<string, unknown>>;
export interface Put {
  readonly table: TableName;
  readonly row: Row;
}

export interface RescueContent {
  readonly ownerId: string;
  readonly puts: readonly Put[];
}

/** What a rescue file holds, once its passphrase has opened it and every row was found good. */
export async function openRescueFile(
  device: Device,
  file: Blob,
  passphrase: string,
): Promise<Result<RescueContent, RescueFault>> {
  if (file.size > mostFileBytes) return refused("too-large");
  const bytes = await bytesOf(file);
  if (!bytes) return refused("unreadable");
  const opened = await open(bytes, passphrase);
  if (!opened.ok) return opened;
  const [first, ...puts] = putsIn(opened.value);
  const ownerId = isPlainRow(first?.row) ? first.row["ownerId"] : undefined;
  if (typeof ownerId !== "string" || !puts.every((put) => isPut(device, put)))
    return refused("damaged");
  if (puts.some(({ row }) => "ownerId" in row && row["ownerId"] !== ownerId))
    return refused("damaged");
  return { ok: true, value: { ownerId, puts } };
}

/** What the passphrase opened need not be what this app has sealed. */
function putsIn(content: Uint8Array<ArrayBuffer>): readonly Put[] {
  try {
    const puts: unknown = decodeEntries(content)[0]?.puts;
    return Array.isArray(puts) ? (puts as Put[]) : [];
  } catch {
    return [];
  }
}

/** What may stand in a rescue file: rows of work, never of sign-ins and settings. */
const refusedTables: ReadonlySet<string> = new Set([
  "alert",
  "login",
  "setting",
  "counter",
  "polling",
  "parkedLane",
  "drawer",
]);

function isPut({ database }: Device, put: Put): boolean {
  return (
    typeof put?.table === "string" &&
    (journaledTables.has(put.table) || put.table === "draft") &&
    !refusedTables.has(put.table) &&
    fitsTable(database, put.table, put.row)
  );
}
