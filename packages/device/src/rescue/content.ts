import { refused, type Result } from "@fieldfare/domain";
import type { TableName } from "../database/database.ts";
import type { JournalPut } from "../database/journal.ts";
import { decodeEntries } from "../database/journal-format.ts";
import type { Device } from "../device.ts";
import { readBytes } from "../import/read-bytes.ts";
import { isValidTableRow, isPlainRow } from "../import/row-rules.ts";
import { toCurrentRow } from "../import/stage.ts";
import { type EnvelopeRefusal, open } from "./envelope.ts";

export type RescueFileRefusal = "unreadable" | EnvelopeRefusal | "too-large";

/** A phone full of unsent photos stays well below it. */
const maxFileBytes = 500_000_000;

export type Row = Readonly<Record<string, unknown>>;
export interface Put {
  readonly table: TableName;
  readonly row: Row;
}

export interface RescueContent {
  readonly ownerId: string;
  readonly puts: readonly Put[];
}

/** Opens a rescue file with its passphrase and validates every row. */
export async function openRescueFile(
  device: Device,
  file: Blob,
  passphrase: string,
): Promise<Result<RescueContent, RescueFileRefusal>> {
  if (file.size > maxFileBytes) return refused("too-large");
  const bytes = await readBytes(file);
  if (!bytes) return refused("unreadable");
  const opened = await open(device.ports, bytes, passphrase);
  if (!opened.ok) return opened;
  const [first, ...puts] = decodePuts(opened.value);
  const ownerId = isPlainRow(first?.row) ? first.row["ownerId"] : undefined;
  if (typeof ownerId !== "string" || !puts.every((put): put is Put => isPut(device, put)))
    return refused("damaged");
  // Rows of builds that had one database for all engineers name their owner.
  if (puts.some(({ row }) => "ownerId" in row && row["ownerId"] !== ownerId))
    return refused("damaged");
  const currentPuts = puts.map(({ table, row }) => ({ table, row: toCurrentRow(table, row) }));
  return { ok: true, value: { ownerId, puts: currentPuts } };
}

/** The decrypted content need not come from this app. */
function decodePuts(content: Uint8Array<ArrayBuffer>): readonly JournalPut[] {
  try {
    return decodeEntries(content)[0]?.puts ?? [];
  } catch {
    return [];
  }
}

/** The tables of a rescue file: rows of work, never of sign-ins and settings. */
export const unsentTables = [
  "job",
  "jobRemoval",
  "jobPart",
  "engineeringNote",
  "formKit",
  "image",
  "messageQueue",
  "mileage",
  "contactFavourite",
  "propertyAppliance",
  "propertyTenant",
  "draft",
] as const satisfies readonly TableName[];

const tableNames: ReadonlySet<string> = new Set(unsentTables);

function isPut({ database }: Device, put: JournalPut): put is Put {
  return tableNames.has(put.table) && isValidTableRow(database, put.table, put.row);
}
