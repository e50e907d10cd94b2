import type { ReferenceRow, ReferenceTable } from "./tables.ts";

/** A row before and after a change. Before null: it is added. After null: it is withdrawn. */
interface RowChange {
  readonly before: ReferenceRow | null;
  readonly after: ReferenceRow | null;
}

type Group = NonNullable<ReferenceTable["group"]>;

/** Lists how the other rows of a group change when one that stays in it gives the group another name. */
export function renameGroup(
  { group, key }: ReferenceTable,
  { before, after }: RowChange,
  rows: readonly ReferenceRow[],
): { readonly before: ReferenceRow; readonly after: ReferenceRow }[] {
  if (!group || !before || !after || before[group.id] !== after[group.id]) return [];
  const name = readName(group, after);
  if (name === readName(group, before)) return [];
  return rows
    .filter((row) => row[key] !== after[key] && row[group.id] === after[group.id])
    .filter((row) => readName(group, row) !== name)
    .map((row) => ({ before: row, after: { ...row, [group.name]: name } }));
}

/**
 * Finds the changes that leave a row with another name of its group than the other rows have once all changes are made. Rows
 * that do not change decide on the name; if all of a group change, the most frequent name does, and of two the first.
 * Returns the name that the row should have, by the number of the change.
 */
export function findMisnamed(
  { group, key }: ReferenceTable,
  changes: readonly RowChange[],
  rows: readonly ReferenceRow[],
): Map<number, string> {
  const misnamed = new Map<number, string>();
  if (!group) return misnamed;
  // A change that is left out keeps its row as it was, with which others may then disagree.
  for (;;) {
    const left = changes.filter((_change, index) => !misnamed.has(index));
    const replaced = new Set(
      left.filter((change) => isNaming(group, change)).map(({ before }) => before?.[key]),
    );
    const others = countNames(
      group,
      rows.filter((row) => !replaced.has(row[key])),
    );
    const given = countNames(
      group,
      left.flatMap((change) => (change.after && isNaming(group, change) ? [change.after] : [])),
    );
    const { size } = misnamed;
    for (const [index, change] of changes.entries()) {
      const { after } = change;
      if (!after || misnamed.has(index) || !isNaming(group, change)) continue;
      const otherNames = others.get(after[group.id]);
      const expected = findMostFrequent(otherNames ?? given.get(after[group.id]));
      const name = readName(group, after);
      if (expected !== name && !otherNames?.has(name)) misnamed.set(index, expected);
    }
    if (misnamed.size === size) return misnamed;
  }
}

/** Whether a change withdraws a row, or gives a row its group or the name of its group. */
function isNaming(group: Group, { before, after }: RowChange): boolean {
  return (
    !before ||
    !after ||
    before[group.id] !== after[group.id] ||
    readName(group, before) !== readName(group, after)
  );
}

type NameCounts = ReadonlyMap<string, number>;

function countNames(
  group: Group,
  rows: readonly ReferenceRow[],
): ReadonlyMap<ReferenceRow[string] | undefined, NameCounts> {
  const counts = new Map<ReferenceRow[string] | undefined, Map<string, number>>();
  for (const row of rows) {
    const names = counts.get(row[group.id]) ?? new Map<string, number>();
    const name = readName(group, row);
    counts.set(row[group.id], names.set(name, (names.get(name) ?? 0) + 1));
  }
  return counts;
}

function findMostFrequent(counts: NameCounts | undefined): string {
  let [found, highest] = ["", 0];
  for (const [name, count] of counts ?? []) if (count > highest) [found, highest] = [name, count];
  return found;
}

function readName(group: Group, row: ReferenceRow): string {
  return String(row[group.name] ?? "").trim();
}
