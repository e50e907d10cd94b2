import { dataSets } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import type { SharedDatabase, SharedTableName } from "../database/database.ts";
import type { BlockRow, OverlayRow, SynchronisedRow } from "../database/rows.ts";
import { openText, sealText } from "./seal-contacts.ts";

export type ReferenceRow = Readonly<Record<string, unknown>>;
export type ReferenceId = number | string;

/** The table that stores the blocks of each data set. */
export const dataSetTables: Readonly<Record<SyncedType, SharedTableName>> = {
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

/**
 * Characters of a block; a lookup reads one block. Chromium stores values over 64 KiB next to its
 * database and not in it, which makes writing them three times as fast. Text costs half of what
 * bytes do.
 */
export const blockLength = 100_000;

/** Throws for a row without its set's id. */
export function rowId(type: SyncedType, row: ReferenceRow): ReferenceId {
  const id = row[dataSets[type].key];
  if (typeof id === "number" || typeof id === "string") return id;
  throw new Error(`A row of ${type} has no id`);
}

/** Compares two ids of one data set, for sorting: negative, 0 or positive. */
export function compareIds(a: ReferenceId, b: ReferenceId): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorts the rows by id and splits them into blocks of text. */
export function toBlocks(type: SyncedType, rows: readonly ReferenceRow[]): readonly BlockRow[] {
  const sorted = [...rows].sort((a, b) => compareIds(rowId(type, a), rowId(type, b)));
  const blocks: BlockRow[] = [];
  let text = "";
  let first: ReferenceRow | null = null;
  let count = 0;
  for (const [index, row] of sorted.entries()) {
    text += (first ? "," : "") + JSON.stringify(row);
    first ??= row;
    count += 1;
    if (text.length < blockLength && index < sorted.length - 1) continue;
    blocks.push({ firstId: rowId(type, first), text: `[${text}]`, rows: count });
    [text, first, count] = ["", null, 0];
  }
  return blocks;
}

/** Parses text that this device stored after validating it, or, without a database, is going to store. */
export function parseRows(
  database: SharedDatabase | null,
  { text }: Pick<BlockRow, "text">,
): ReferenceRow[] {
  // Checking each row again would make every look-up slower.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return JSON.parse(openText(database, text, "[]")) as ReferenceRow[];
}

/** The changes since the blocks were written: rows by id, null for a deleted one. */
export type Overlay = Map<ReferenceId, ReferenceRow | null>;

/** Builds the row that stores an overlay. `base` identifies the blocks that it belongs to. */
export function toOverlay(
  database: SharedDatabase,
  type: SyncedType,
  overlay: Overlay,
  base: string,
): OverlayRow {
  const text = sealText(database, type, JSON.stringify([...overlay]));
  return { type, text, rows: overlay.size, base };
}

/** Parses a stored overlay: rows by id, null for a deleted one. Empty if none is stored. */
export function parseOverlay(database: SharedDatabase, row: OverlayRow | undefined): Overlay {
  if (!row) return new Map();
  // As for the rows of a block.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const changes = JSON.parse(openText(database, row.text, "[]")) as [
    ReferenceId,
    ReferenceRow | null,
  ][];
  return new Map(changes);
}

/**
 * True when the blocks and the search column are still those that `before` belongs to: then only
 * the overlay has to be read again.
 */
export function isSameBase(before: OverlayRow | undefined, now: OverlayRow | undefined): boolean {
  return now?.base !== undefined && now.base === before?.base;
}

/**
 * Returns the version of a data set: what was read of the set is valid as long as this is the same.
 */
export function buildDataSetVersion(syncRow: SynchronisedRow | undefined): string {
  return `${syncRow?.date ?? ""} ${syncRow?.ownerId ?? ""}`;
}
