import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { CallAnswer } from "@fieldfare/contract";
import type {
  LineCause,
  ReferenceRowAnswer,
  withdrawReferenceRow,
} from "@fieldfare/contract/office";
import {
  checkValue,
  findExcess,
  initialValue,
  isSameRow,
  listReferrers,
  referenceTable,
  renameGroup,
  type ReferenceColumn,
  type ReferenceRow,
  type ReferenceTable,
  type ReferenceTableName,
  type ReferenceValue,
} from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { property } from "../../database/schema.ts";
import { type Issue, type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import { describeIssue } from "./describe-issue.ts";
import { describeMisnamed, readGroupedRows } from "./group-names.ts";
import { findStore } from "./tables/find-store.ts";
import type { References } from "./tables/references.ts";
import type { RowChange } from "./tables/store.ts";
import { readTableState } from "./tables/table-state.ts";

type Values = Readonly<Record<string, ReferenceValue>>;

/** Adds a row. Without an id it gets the next one. */
export async function addRow(
  change: Change,
  table: ReferenceTableName,
  values: Values,
): Promise<ReferenceRowAnswer | Refusal> {
  const { key } = referenceTable(table);
  const { orm, record } = change;
  const write = await findStore(table).openWriter(orm);
  const state = await readTableState(orm, table);
  const checked = checkRow(table, values, null, state.references);
  if (!checked.ok) return refuse("invalid", { issues: checked.issues });
  const rowId = checked.row[key] === null ? state.takeId() : Number(checked.row[key]);
  const after = { ...checked.row, [key]: rowId };
  if (state.has(rowId) || state.findByIdentity(after).length > 0) return refuseTaken(table);
  const misnamed = refuseMisnamed(
    table,
    [{ before: null, after }],
    await readGroupedRows(orm, table),
  );
  if (misnamed) return misnamed;
  await write([{ before: null, after }]);
  record({
    action: "reference-row-added",
    objectType: "reference-data",
    objectId: `${table}/${rowId}`,
    after,
  });
  return describeRow(table, after, state.references);
}

/**
 * Changes a row, unless it was changed since the caller read it. Another name of its group is then the name of
 * the group in all its rows.
 */
export async function changeRow(
  { orm, record }: Change,
  table: ReferenceTableName,
  rowId: number,
  { version, values }: { readonly version: string; readonly values: Values },
): Promise<ReferenceRowAnswer | Refusal> {
  const { key } = referenceTable(table);
  const store = findStore(table);
  const write = await store.openWriter(orm);
  const before = (await store.read(orm, [rowId])).get(rowId);
  if (!before) return refuse("not-found");
  if (hashRow(table, before) !== version) return refuseChanged(table);
  const state = await readTableState(orm, table);
  const checked = checkRow(table, { ...values, [key]: rowId }, before, state.references);
  if (!checked.ok) return refuse("invalid", { issues: checked.issues });
  const after = checked.row;
  const sameIdentity = state.findByIdentity(after);
  // Rows of another system that share a name may still be changed.
  if (sameIdentity.length > 0 && !sameIdentity.includes(rowId)) return refuseTaken(table);
  const rows = await readGroupedRows(orm, table);
  const change = { before, after };
  const changes = [change, ...renameGroup(referenceTable(table), change, rows)];
  const misnamed = refuseMisnamed(table, changes, rows);
  if (misnamed) return misnamed;
  await write(changes);
  for (const each of changes)
    record({
      action: "reference-row-changed",
      objectType: "reference-data",
      objectId: `${table}/${Number(each.after[key])}`,
      ...each,
    });
  return describeRow(table, after, state.references);
}

/** Withdraws a row to which no other row refers. */
export async function withdrawRow(
  { orm, record }: Change,
  table: ReferenceTableName,
  rowId: number,
  version: string,
): Promise<CallAnswer<typeof withdrawReferenceRow> | Refusal> {
  const store = findStore(table);
  const write = await store.openWriter(orm);
  const before = (await store.read(orm, [rowId])).get(rowId);
  if (!before) return refuse("not-found");
  if (hashRow(table, before) !== version) return refuseChanged(table);
  const users = await findUsers(orm, table, rowId);
  if (users.length > 0)
    return refuse("conflict", {
      detail: `Other rows refer to this ${referenceTable(table).rowName}: ${users.join(", ")}. Change or withdraw those first.`,
    });
  await write([{ before, after: null }]);
  record({
    action: "reference-row-withdrawn",
    objectType: "reference-data",
    objectId: `${table}/${rowId}`,
    before,
  });
  return ok;
}

/** Returns which of the rows other rows refer to, whether or not those would go with them. */
export async function findUsedRows(
  orm: Orm,
  table: ReferenceTableName,
  rowIds: readonly number[],
): Promise<Set<number>> {
  const used = new Set<number>();
  for (const { table: user, column } of listReferrers(table))
    for (const rowId of await findStore(user).findReferredTo(orm, column, rowIds)) used.add(rowId);
  if (table === "clients")
    for (const rowId of rowIds) if (await hasProperty(orm, rowId)) used.add(rowId);
  return used;
}

/** Names the tables with rows that refer to a row. */
async function findUsers(orm: Orm, table: ReferenceTableName, rowId: number): Promise<string[]> {
  const users: string[] = [];
  for (const { table: user, column, isOwned } of listReferrers(table)) {
    if (isOwned) continue;
    const found = await findStore(user).findReferredTo(orm, column, [rowId]);
    if (found.length > 0) users.push(referenceTable(user).title.toLowerCase());
  }
  if (table === "clients" && (await hasProperty(orm, rowId))) users.push("properties");
  return users;
}

async function hasProperty(orm: Orm, clientId: number): Promise<boolean> {
  const found = await orm
    .select({ propertyId: property.propertyId })
    .from(property)
    .where(eq(property.clientId, clientId))
    .limit(1);
  return found.length > 0;
}

type CheckedRow =
  | { readonly ok: true; readonly row: ReferenceRow }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Puts a row together from the values of a request. Values that it leaves out are as before. */
function checkRow(
  table: ReferenceTableName,
  values: Values,
  before: ReferenceRow | null,
  references: References,
): CheckedRow {
  const definition = referenceTable(table);
  const issues: Issue[] = [];
  const row: Record<string, ReferenceValue> = {};
  const add = (column: ReferenceColumn, cause: LineCause, value: ReferenceValue | undefined) =>
    issues.push({
      path: `values.${column.name}`,
      message: describeIssue(cause, { table: definition, column, cell: value?.toString() ?? "" }),
    });
  const known = new Set(definition.columns.map(({ name }) => name));
  for (const name of Object.keys(values))
    if (!known.has(name))
      issues.push({ path: `values.${name}`, message: "No column has this name." });
  for (const column of definition.columns) {
    const { name } = column;
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    const value = given === undefined ? (before ? before[name] : initialValue(column)) : given;
    const checked = checkValue(column, value);
    if (!checked.ok) {
      add(column, checked.refusal, value);
      continue;
    }
    row[name] = checked.value;
    if (column.isFixed && before && before[name] !== checked.value) add(column, "fixed", value);
    const present = before?.[name] ?? null;
    for (const unknown of findUnknownReferences(column, checked.value, present, references))
      add(column, "unknown-reference", unknown);
  }
  const excess = issues.length > 0 ? null : findExcess(definition, row, before);
  if (excess)
    issues.push({
      path: `values.${excess.column.name}`,
      message: describeExcess(definition, excess),
    });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, row };
}

/** Says in a sentence that a number is more than that of another column. */
export function describeExcess(
  table: ReferenceTable,
  { column, value, other, otherValue }: NonNullable<ReturnType<typeof findExcess>>,
): string {
  return describeIssue("exceeds-other", {
    table,
    column,
    cell: String(value),
    other: { title: other.title, value: otherValue },
  });
}

/** Lists the rows that a value refers to and that do not exist. What was there before stays. */
export function findUnknownReferences(
  column: ReferenceColumn,
  value: ReferenceValue,
  before: ReferenceValue,
  references: References,
): number[] {
  if (column.kind !== "reference" && column.kind !== "choice" && column.kind !== "numbers")
    return [];
  const present = listNumbers(before);
  return listNumbers(value).filter(
    (each) => !present.includes(each) && !references.has(column, each),
  );
}

function listNumbers(value: ReferenceValue): readonly number[] {
  if (typeof value === "number") return [value];
  return isNumbers(value) ? value : [];
}

/** The answer for a row, with its version and the names of what it refers to. */
export function describeRow(
  table: ReferenceTableName,
  row: ReferenceRow,
  references: References,
): ReferenceRowAnswer {
  const { key, columns } = referenceTable(table);
  const names: Record<string, string> = {};
  const values: ReferenceRowAnswer["values"] = {};
  for (const column of columns) {
    const value = row[column.name] ?? null;
    values[column.name] = isNumbers(value) ? [...value] : value;
    const name = typeof value === "number" ? references.nameOf(column, value) : null;
    if (name !== null) names[column.name] = name.slice(0, 500);
  }
  return { rowId: String(row[key]), version: hashRow(table, row), values, names };
}

function isNumbers(value: ReferenceValue): value is readonly number[] {
  return Array.isArray(value);
}

function hashRow(table: ReferenceTableName, row: ReferenceRow): string {
  const values = referenceTable(table).columns.map(({ name }) => row[name] ?? null);
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
}

function refuseTaken(table: ReferenceTableName): Refusal {
  const definition = referenceTable(table);
  const issues = definition.identity.map((name) => ({
    path: `values.${name}`,
    message: describeIssue("taken", { table: definition, column: null }),
  }));
  return refuse("conflict", {
    detail: describeIssue("taken", { table: definition, column: null }),
    issues,
  });
}

function refuseMisnamed(
  table: ReferenceTableName,
  changes: readonly RowChange[],
  rows: readonly ReferenceRow[],
): Refusal | null {
  const [issue] = describeMisnamed(table, changes, rows).values();
  return issue
    ? refuse("invalid", { issues: [{ path: `values.${issue.column}`, message: issue.reason }] })
    : null;
}

function refuseChanged(table: ReferenceTableName): Refusal {
  return refuse("conflict", {
    detail: `This ${referenceTable(table).rowName} was changed since you opened it. Look at it again.`,
    issues: [{ path: "version", message: "The row has changed since it was read" }],
  });
}

/** Whether two rows of a table are the same for an import. */
export function isUnchangedRow(
  table: ReferenceTableName,
  one: ReferenceRow | null,
  other: ReferenceRow | null,
): boolean {
  if (one === null || other === null) return one === other;
  return isSameRow(referenceTable(table), one, other);
}
