import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { readRetentionRules } from "./retention-rules.ts";
import * as schema from "./schema.ts";

const page = join(import.meta.dirname, "../../../../docs/privacy.md");

/** The cells of the rows below a heading. */
async function readTable(heading: string): Promise<string[][]> {
  const text = await readFile(page, "utf8");
  const section = text.slice(text.indexOf(`\n## ${heading}\n`) + 1).split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| ") || line.startsWith("|-"));
  return rows.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const listCode = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

it("The data map of docs/privacy.md has every table once", async () => {
  const tables = Object.values(schema).flatMap((one) =>
    is(one, PgTable) ? getTableName(one) : [],
  );
  const mapped = (await readTable("Data map")).flatMap(([, cell]) => listCode(cell));
  expect(mapped.toSorted()).toEqual(tables.toSorted());
});

it("The data map names every rule of retention, and docs/privacy.md has each with its period", async () => {
  const rules = readRetentionRules({});
  const named = (await readTable("Data map")).flatMap(([, , , cell]) => listCode(cell));
  expect([...new Set(named)].toSorted()).toEqual(rules.map(({ kind }) => kind).toSorted());
  expect(await readTable("Periods")).toEqual(
    rules.map(({ kind, days, minimumDays, maximumDays, effect }) => [
      `\`${kind}\``,
      String(days ?? "never"),
      String(minimumDays),
      String(maximumDays),
      effect,
    ]),
  );
});
