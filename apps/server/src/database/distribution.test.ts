import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { distribution } from "./distribution.ts";
import * as schema from "./schema.ts";

const tables = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table));

const keys = new Map<string, string>(
  Object.entries(distribution).flatMap(([name, how]) =>
    typeof how === "string" ? [] : [[name, how.by] as const],
  ),
);

it("every table has an entry, and every entry a table", () => {
  expect(Object.keys(distribution).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

it("every key is a column of its table", () => {
  const without = tables.filter(({ name, columns }) => {
    const key = keys.get(name);
    return key !== undefined && !columns.some((column) => column.name === key);
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

it("docs/growing.md names each table whose primary key would have to begin with the key of the distribution", async () => {
  const page = await readFile(resolve(import.meta.dirname, "../../../../docs/growing.md"), "utf8");
  const [, list = ""] = /<!-- primary keys -->\n([\s\S]*?)\n<!-- end -->/.exec(page) ?? [];
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  const others = tables.filter(({ name, columns, primaryKeys }) => {
    const key = keys.get(name);
    const primary = [
      ...columns.filter((column) => column.primary),
      ...primaryKeys.flatMap(({ columns: parts }) => parts),
    ];
    return key !== undefined && !primary.some((column) => column.name === key);
  });
  expect(named.toSorted()).toEqual(others.map(({ name }) => name).toSorted());
});
