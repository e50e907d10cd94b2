import {
  identityOf,
  referenceTable,
  type ReferenceRow,
  type ReferenceTableName,
} from "@fieldfare/domain";
import type { Orm } from "../../../database/database.ts";
import { findStore } from "./find-store.ts";
import { readReferences, type References } from "./references.ts";

/** The ids of a table with what names their rows, as they are while changes are prepared. */
export interface TableState {
  readonly references: References;
  has(rowId: number): boolean;
  /** The ids of the rows that name the same thing. Rows of other systems may do so, although the office adds no second one. */
  findByIdentity(row: ReferenceRow): readonly number[];
  /** Takes a changed or added row into account. */
  note(row: ReferenceRow): void;
  /** Lets `takeId` leave out ids of rows that are still to be added. */
  reserve(rowIds: readonly number[]): void;
  /** Returns an id that no row has or had. */
  takeId(): number;
}

/** Reads what new and changed rows of a table are compared with. */
export async function readTableState(orm: Orm, table: ReferenceTableName): Promise<TableState> {
  const definition = referenceTable(table);
  const { key, identity } = definition;
  const store = findStore(table);
  const references = await readReferences(orm, table);
  const identities = new Map<number, string>();
  const byIdentity = new Map<string, number[]>();
  const note = (row: ReferenceRow) => {
    const rowId = Number(row[key]);
    const before = identities.get(rowId);
    if (before !== undefined)
      byIdentity.set(
        before,
        (byIdentity.get(before) ?? []).filter((each) => each !== rowId),
      );
    const text = identityOf(definition, row);
    identities.set(rowId, text);
    byIdentity.set(text, [...(byIdentity.get(text) ?? []), rowId]);
  };
  for (const row of await store.readColumns(orm, [key, ...identity])) note(row);
  const reserved = new Set<number>();
  const isFree = (rowId: number) => !identities.has(rowId) && !reserved.has(rowId);
  let highestId = await store.findHighestId(orm);
  return {
    references,
    has: (rowId) => identities.has(rowId),
    findByIdentity: (row) => byIdentity.get(identityOf(definition, row)) ?? [],
    note,
    reserve(rowIds) {
      for (const rowId of rowIds) reserved.add(rowId);
    },
    takeId() {
      if (highestId < maxId) {
        highestId += 1;
        while (!isFree(highestId)) highestId += 1;
        return highestId;
      }
      // Another system has used the highest id: the first free one.
      let free = 1;
      while (!isFree(free)) free += 1;
      return free;
    },
  };
}

const maxId = 2_147_483_000;
