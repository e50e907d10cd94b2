import { describe, expect, it } from "vitest";
import { listReferrers, referenceTable, referenceTableNames, suggestColumns } from "./tables.ts";
import {
  checkValue,
  findExcess,
  identityOf,
  initialValue,
  isSameRow,
  readValue,
} from "./values.ts";

const column = (table: (typeof referenceTableNames)[number], name: string) => {
  const found = referenceTable(table).columns.find((each) => each.name === name);
  if (!found) throw new Error(`${table} has no column ${name}`);
  return found;
};

describe("the tables", () => {
  it.each(referenceTableNames)("%s name their id first, and their own columns", (name) => {
    const { columns, key, identity, label } = referenceTable(name);
    expect(columns[0]).toMatchObject({ kind: "id", name: key });
    const names = columns.map((each) => each.name);
    expect(names).toEqual(expect.arrayContaining([...identity, label]));
    expect(new Set(names).size).toBe(names.length);
  });

  it("know who refers to them", () => {
    expect(listReferrers("part-categories")).toEqual([
      { table: "parts", column: "partCategoryId", isOwned: false },
    ]);
    expect(listReferrers("parts")).toEqual([]);
    expect(listReferrers("job-types")).toEqual([
      { table: "contracts", column: "jobDetailTypeIds", isOwned: false },
    ]);
    expect(listReferrers("contracts")).toEqual([
      { table: "contract-sors", column: "contractId", isOwned: true },
    ]);
  });
});

describe("the columns of a file", () => {
  it("are suggested by title, name or a usual heading, whatever their case and spaces", () => {
    expect(
      suggestColumns("parts", ["Part_ID", " SKU ", "DESCRIPTION", "Part category", "UoM", "Price"]),
    ).toEqual(["partId", "partCode", "description", "partCategoryId", "partUnitTypeId", null]);
  });

  it("prefer the heading that is the title, and take no column twice", () => {
    expect(suggestColumns("sors", ["Item", "Code", "Code"])).toEqual([null, "code", null]);
  });
});

describe("a text is read as the value of its column", () => {
  it.each([
    ["parts", "partCode", " 00123 ", "00123"],
    ["parts", "manufacturerPartCode", "", null],
    ["parts", "partCategoryId", "12", 12],
    ["lists", "requiresAdditionalText", "Yes", true],
    ["lists", "requiresAdditionalText", "", false],
    ["contracts", "jobDetailTypeIds", "21; 22,21", [21, 22]],
    ["priorities", "responseDays", "0", 0],
  ] as const)("%s %s %j", (table, name, text, value) => {
    expect(readValue(column(table, name), text)).toEqual({ ok: true, value });
  });

  it.each([
    ["parts", "partCode", "", "missing"],
    ["parts", "partCode", "x".repeat(101), "too-long"],
    ["parts", "partCode", "one\ntwo", "line-break"],
    ["parts", "partCode", "1.23E+11", "shortened-number"],
    ["parts", "partId", "12.5", "not-a-number"],
    ["parts", "partId", "-1", "out-of-range"],
    ["parts", "partId", "99999999999", "out-of-range"],
    ["lists", "requiresAdditionalText", "perhaps", "not-yes-or-no"],
    ["contracts", "jobDetailTypeIds", "21 x", "not-a-number"],
    ["priorities", "responseDays", "4000", "out-of-range"],
  ] as const)("%s %s %j is refused as %s", (table, name, text, refusal) => {
    expect(readValue(column(table, name), text)).toEqual({ ok: false, refusal });
  });

  it("and a value of another type is refused", () => {
    expect(checkValue(column("parts", "partCode"), 123)).toMatchObject({ refusal: "wrong-type" });
    expect(checkValue(column("parts", "partId"), "1")).toMatchObject({ refusal: "wrong-type" });
    expect(checkValue(column("contracts", "jobDetailTypeIds"), ["1"])).toMatchObject({
      refusal: "wrong-type",
    });
  });
});

it("a new row has the initial values of the columns that have one", () => {
  expect(initialValue(column("lists", "sortOrder"))).toBe(0);
  expect(initialValue(column("lists", "requiresAdditionalText"))).toBe(false);
  expect(initialValue(column("parts", "manufacturerPartCode"))).toBeNull();
  expect(initialValue(column("parts", "partCode"))).toBeUndefined();
});

it("two rows name the same thing in upper and lower case", () => {
  const table = referenceTable("parts");
  expect(identityOf(table, { partCode: "ab-1" })).toBe(identityOf(table, { partCode: " AB-1" }));
  expect(identityOf(table, { partCode: "ab-1" })).not.toBe(identityOf(table, { partCode: "ab1" }));
});

it("spaces around a text, and an empty list, make no difference between rows", () => {
  const table = referenceTable("contracts");
  const row = { contractId: 1, clientId: 1, name: "Gas", jobDetailTypeIds: null };
  expect(isSameRow(table, row, { ...row, name: " Gas ", jobDetailTypeIds: [] })).toBe(true);
  expect(isSameRow(table, row, { ...row, name: "gas" })).toBe(false);
});

describe("a priority has no more days to respond than to complete", () => {
  const table = referenceTable("priorities");
  const days = (responseDays: number | null, completionDays: number | null) => ({
    responseDays,
    completionDays,
  });

  it("and one that has says which of its values is too large", () => {
    expect(findExcess(table, days(9, 1), null)).toMatchObject({
      column: { name: "responseDays" },
      value: 9,
      other: { name: "completionDays" },
      otherValue: 1,
    });
  });

  it.each([days(1, 9), days(1, 1), days(0, 0), days(9, null), days(null, 1)])("%j", (row) => {
    expect(findExcess(table, row, null)).toBeNull();
  });

  it("but one that another system sent so may be changed in its other values", () => {
    expect(findExcess(table, days(9, 1), days(9, 1))).toBeNull();
    expect(findExcess(table, days(9, 1), days(9, 2))).not.toBeNull();
  });
});
