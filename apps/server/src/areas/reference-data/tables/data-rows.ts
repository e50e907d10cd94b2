import { sql, type SQL } from "drizzle-orm";
import { dataSets, z } from "@fieldfare/contract";
import {
  referenceTable,
  type ReferenceRow,
  type ReferenceTableName,
  type SyncedType,
} from "@fieldfare/domain";
import { openDataSet } from "../../../database/data-sets.ts";
import { rowLabel } from "../../../database/schema.ts";
import { searchableSql } from "../../../database/searchable-sql.ts";
import type { ReferenceStore } from "./store.ts";

/** Rows of a data set, which phones store. */
export function createDataRowStore(table: ReferenceTableName, type: SyncedType): ReferenceStore {
  const { key, columns } = referenceTable(table);
  const ofType = sql`type = ${type} and not deleted`;
  const value = (name: string) => sql.raw(`row ->> '${name}'`);
  const searched = sql.raw(
    searchableSql(`concat_ws(' ', ${columns.map(({ name }) => `row ->> '${name}'`).join(", ")})`),
  );
  return {
    async count(orm) {
      const { rows } = await orm.execute<{ count: number }>(
        sql`select count(*)::int as count from data_row where ${ofType}`,
      );
      return rows[0]?.count ?? 0;
    },
    async list(orm, { words, after, limit }) {
      const label = sql.raw(rowLabel);
      const conditions: SQL[] = [ofType];
      for (const word of words) conditions.push(sql`position(${word} in ${searched}) > 0`);
      if (after)
        conditions.push(sql`(${label}, row_id) > (${after.label}, ${String(after.rowId)})`);
      const { rows } = await orm.execute<{ row: ReferenceRow; label: string; row_id: string }>(sql`
        select row, ${label} as label, row_id from data_row
         where ${sql.join(conditions, sql` and `)}
         order by ${label}, row_id limit ${limit}`);
      return rows.map(({ row, label: place, row_id }) => ({
        row,
        place: { label: place, rowId: Number(row_id) },
      }));
    },
    async read(orm, rowIds) {
      const { rows } = await orm.execute<{ row: ReferenceRow }>(sql`
        select row from data_row
         where ${ofType} and row_id = any(${sql.param(rowIds.map(String))}::text[])`);
      return new Map(rows.map(({ row }) => [Number(row[key]), row]));
    },
    async readColumns(orm, names) {
      const fields = names.map((name) => sql.raw(`'${name}', row -> '${name}'`));
      const { rows } = await orm.execute<{ row: ReferenceRow }>(
        sql`select jsonb_build_object(${sql.join(fields, sql`, `)}) as row from data_row where ${ofType}`,
      );
      return rows.map(({ row }) => row);
    },
    async findReferredTo(orm, column, ids) {
      const { rows } = await orm.execute<{ id: number }>(sql`
        select distinct (${value(column)})::int as id from data_row
         where ${ofType} and ${value(column)} = any(${sql.param(ids.map(String))}::text[])`);
      return rows.map(({ id }) => id);
    },
    async findHighestId(orm) {
      // Also those of deleted rows, so that a phone never takes a new row for an old one.
      const { rows } = await orm.execute<{ highest: number }>(sql`
        select coalesce(max(row_id::bigint), 0)::int as highest from data_row
         where type = ${type} and row_id ~ '^[0-9]{1,10}$'`);
      return rows[0]?.highest ?? 0;
    },
    async openWriter(orm) {
      const writer = await openDataSet(orm, type);
      return async (changes) => {
        const put = changes.flatMap(({ after }) => (after ? [after] : []));
        const removed = changes.flatMap(({ before, after }) =>
          before && !after ? [Number(before[key])] : [],
        );
        await writer.remove(removed);
        await writer.put(z.parse(z.array(rowSchema(type)), put));
      };
    },
  };
}

function rowSchema(type: SyncedType) {
  // The union of all rows is larger than the compiler takes; every row is an object.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return dataSets[type].row as z.ZodMiniType<Record<string, unknown>>;
}
