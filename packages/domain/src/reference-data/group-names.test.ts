import { describe, expect, it } from "vitest";
import { findMisnamed, renameGroup } from "./group-names.ts";
import { referenceTable } from "./tables.ts";

const table = referenceTable("job-types");
const aJobType = (jobDetailTypeId: number | null, jobCategoryId: number, categoryName: string) => ({
  jobDetailTypeId,
  name: `Type ${jobDetailTypeId}`,
  jobCategoryId,
  categoryName,
});
const gas = [aJobType(1, 1, "Gas"), aJobType(2, 1, "Gas"), aJobType(3, 1, "Gas")] as const;
const damp = aJobType(4, 2, "Damp");
const rows = [...gas, damp];
const rename = (row: (typeof rows)[number], categoryName: string) => ({
  before: row,
  after: { ...row, categoryName },
});
const move = (row: (typeof rows)[number], jobCategoryId: number, categoryName: string) => ({
  before: row,
  after: { ...row, jobCategoryId, categoryName },
});
const find = (...changes: Parameters<typeof findMisnamed>[1]) => [
  ...findMisnamed(table, changes, rows),
];

describe("a category has one name", () => {
  it("which a job type that is added or moved to it must have", () => {
    expect(find({ before: null, after: aJobType(null, 1, "Wrong") })).toEqual([[0, "Gas"]]);
    expect(find({ before: null, after: aJobType(null, 1, "Gas") })).toEqual([]);
    expect(find({ before: null, after: aJobType(null, 9, "New") })).toEqual([]);
    expect(find(move(damp, 1, "Damp"))).toEqual([[0, "Gas"]]);
    expect(find(move(damp, 1, "Gas"))).toEqual([]);
  });

  it("which some of its job types cannot change without the others", () => {
    expect(find(rename(gas[0], "Heating"), rename(gas[1], "Heating"))).toEqual([
      [0, "Gas"],
      [1, "Gas"],
    ]);
    expect(find(...gas.map((row) => rename(row, "Heating")))).toEqual([]);
  });

  it("which most of its job types decide on when all change, and the first of as many", () => {
    const changes = [rename(gas[0], "Haeting"), ...gas.slice(1).map((row) => rename(row, "Heat"))];
    // Without its change the first row keeps the old name, so that the others cannot change it.
    expect(new Map(find(...changes)).get(0)).toBe("Heat");
    expect(find(...changes)).toHaveLength(3);
    const added = ["One", "Other"].map((name) => ({
      before: null,
      after: aJobType(null, 9, name),
    }));
    expect(find(...added)).toEqual([[1, "One"]]);
  });

  it("that a job type which leaves it does not decide on", () => {
    expect(find(move(damp, 1, "Gas"), { before: null, after: aJobType(9, 2, "Mould") })).toEqual(
      [],
    );
    expect(
      find({ before: damp, after: null }, { before: null, after: aJobType(9, 2, "Mould") }),
    ).toEqual([]);
  });

  it("and rows of another system with two names may be changed in their other values", () => {
    const mixed = [...rows, aJobType(5, 1, "Gas servicing")];
    const change = { before: gas[0], after: { ...gas[0], name: "Another" } };
    const addition = { before: null, after: aJobType(null, 1, "Gas servicing") };
    expect(findMisnamed(table, [change, addition], mixed).size).toBe(0);
  });
});

describe("another name in a row that stays in its category", () => {
  it("renames the category in its other rows", () => {
    const change = rename(gas[1], "Heating");
    const others = renameGroup(table, change, rows);
    expect(others).toEqual([rename(gas[0], "Heating"), rename(gas[2], "Heating")]);
    expect(findMisnamed(table, [change, ...others], rows).size).toBe(0);
  });

  it("is no change of others when the row moves, or its name stays", () => {
    expect(renameGroup(table, move(damp, 1, "Gas"), rows)).toEqual([]);
    expect(renameGroup(table, rename(gas[0], " Gas "), rows)).toEqual([]);
  });
});
