import { dataSets } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import type { TableName } from "../database/database.ts";
import type { BlockRow } from "../database/rows.ts";

export type ReferenceRow = Readonly<Record<string, unknown>>;
export type ReferenceId = number | string;

/** In which table the blocks of a data set are kept. */
export const tableOf: Readonly<Record<SyncedType, TableName>> = {
  DomainData: "domainData",
  CustomForm: "customForm",
  Part: "part",
  PartCategory: "partCategory",
  PartUnitType: "partUnitType",
  Manufacturer: "manufacturer",
  ManufacturerModel: "manufacturerModel",
  ManufacturerRank: "manufacturerRank",
  JobStage: "jobStage",
  Sor: "sorCode",
  UnsafeSituation: "unsafeSituation",
  Contacts: "contact",
  RootCauses: "rootCause",
};

/** Rows in a block: a look-up reads one block, a delta rewrites only what it touches. */
const blockSize = 400;

export function idOf(type: SyncedType, row: ReferenceRow): ReferenceId {
  return row[dataSets[type].key] as ReferenceId;
}

export function compareIds(a: ReferenceId, b: ReferenceId): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorted by id and cut into blocks of bytes. */
export function toBlocks(type: SyncedType, rows: readonly ReferenceRow[]): readonly BlockRow[] {
  const sorted = isSorted(type, rows)
    ? rows
    : [...rows].sort((a, b) => compareIds(idOf(type, a), idOf(type, b)));
  const blocks: BlockRow[] = [];
  for (let start = 0; start < sorted.length; start += blockSize) {
    const slice = sorted.slice(start, start + blockSize);
    const first = slice[0];
    if (first)
      blocks.push({ firstId: idOf(type, first), bytes: toBytes(slice), rows: slice.length });
  }
  return blocks;
}

function isSorted(type: SyncedType, rows: readonly ReferenceRow[]): boolean {
  for (let index = 1; index < rows.length; index++) {
    const [before, here] = [rows[index - 1], rows[index]];
    if (before && here && compareIds(idOf(type, before), idOf(type, here)) > 0) return false;
  }
  return true;
}

export function toBytes(value: unknown): ArrayBuffer {
  return new TextEncoder().encode(JSON.stringify(value)).buffer;
}

/** Bytes that this device wrote itself after parsing what came from the server. */
export function fromBytes<T>(bytes: ArrayBuffer): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T;
}

/** What changed since the blocks were written: rows by id, null where one is deleted. */
export type Overlay = Map<ReferenceId, ReferenceRow | null>;

export function overlayToBytes(overlay: Overlay): ArrayBuffer {
  return toBytes([...overlay]);
}

export function overlayFromBytes(bytes: ArrayBuffer): Overlay {
  return new Map(fromBytes<[ReferenceId, ReferenceRow | null][]>(bytes));
}

/** One line a row: id, tab, the searched fields in lowercase. */
export function searchColumn(type: SyncedType, rows: readonly ReferenceRow[]): string {
  const { search, key } = dataSets[type];
  if (search.length === 0) return "";
  let column = "";
  for (const row of rows) {
    column += `${String(row[key])}\t`;
    for (const field of search) {
      const value = row[field];
      if (typeof value === "string") column += `${value} `;
    }
    column += "\n";
  }
  return column.toLowerCase();
}
