import {
  normaliseForSearch,
  referenceTable,
  type ReferenceRow,
  type ReferenceTableName,
} from "@fieldfare/domain";
import type { Orm } from "../../../database/database.ts";
import type { PlacedRow, ReferenceStore } from "./store.ts";

/** The rows of a table that is small enough to be read as a whole for each call: clients and what belongs to them. */
export function createSmallStore(
  table: ReferenceTableName,
  {
    readAll,
    openWriter,
  }: {
    readonly readAll: (orm: Orm) => Promise<ReferenceRow[]>;
    readonly openWriter: ReferenceStore["openWriter"];
  },
): ReferenceStore {
  const { key, label, columns } = referenceTable(table);
  const idOf = (row: ReferenceRow) => Number(row[key]);
  const place = (row: ReferenceRow): PlacedRow => ({
    row,
    place: { label: String(row[label] ?? "").toLowerCase(), rowId: idOf(row) },
  });
  return {
    async count(orm) {
      return (await readAll(orm)).length;
    },
    async list(orm, { words, after, limit }) {
      const rows = (await readAll(orm)).filter((row) => {
        const text = normaliseForSearch(
          columns.map(({ name }) => String(row[name] ?? "")).join(" "),
        );
        return words.every((word) => text.includes(word));
      });
      const placed = rows.map(place).toSorted(compare);
      const from = after ? placed.filter((row) => compare(row, { place: after }) > 0) : placed;
      return from.slice(0, limit);
    },
    async read(orm, rowIds) {
      const wanted = new Set(rowIds);
      const rows = await readAll(orm);
      return new Map(rows.filter((row) => wanted.has(idOf(row))).map((row) => [idOf(row), row]));
    },
    async readColumns(orm, names) {
      const rows = await readAll(orm);
      return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
    },
    async findReferredTo(orm, column, ids) {
      const referred = new Set((await readAll(orm)).flatMap((row) => row[column] ?? []));
      return ids.filter((id) => referred.has(id));
    },
    async findHighestId(orm) {
      return (await readAll(orm)).reduce((highest, row) => Math.max(highest, idOf(row)), 0);
    },
    openWriter,
  };
}

function compare(one: Pick<PlacedRow, "place">, other: Pick<PlacedRow, "place">): number {
  const [{ label: a, rowId }, { label: b, rowId: otherId }] = [one.place, other.place];
  if (a === b) return rowId - otherId;
  return a < b ? -1 : 1;
}
