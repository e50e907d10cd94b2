import {
  findMisnamed,
  referenceTable,
  type ReferenceRow,
  type ReferenceTableName,
} from "@fieldfare/domain";
import type { Orm } from "../../database/database.ts";
import type { LineIssue } from "../../database/schema.ts";
import { describeIssue } from "./describe-issue.ts";
import { findStore } from "./tables/find-store.ts";
import type { RowChange } from "./tables/store.ts";

/** Reads every row of a table whose rows are in groups; none of another table, which may be long. */
export async function readGroupedRows(
  orm: Orm,
  table: ReferenceTableName,
): Promise<ReferenceRow[]> {
  const { group, columns } = referenceTable(table);
  const names = columns.map(({ name }) => name);
  return group ? findStore(table).readColumns(orm, names) : [];
}

/** Says which of the changes give a row another name of its group than the other rows have, by the number of the change. */
export function describeMisnamed(
  table: ReferenceTableName,
  changes: readonly RowChange[],
  rows: readonly ReferenceRow[],
): Map<number, LineIssue> {
  const definition = referenceTable(table);
  const { group, columns } = definition;
  const issues = new Map<number, LineIssue>();
  if (!group) return issues;
  const column = columns.find(({ name }) => name === group.name) ?? null;
  const idTitle = columns.find(({ name }) => name === group.id)?.title ?? group.id;
  for (const [index, name] of findMisnamed(definition, changes, rows)) {
    const after = changes[index]?.after;
    const cell = String(after?.[group.name] ?? "");
    issues.set(index, {
      column: group.name,
      cause: "differs-from-group",
      reason: describeIssue("differs-from-group", {
        table: definition,
        column,
        cell,
        group: { title: idTitle, id: String(after?.[group.id] ?? ""), name },
      }),
      cell: cell.slice(0, 200).toWellFormed(),
    });
  }
  return issues;
}
