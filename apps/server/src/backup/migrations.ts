import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "@fieldfare/contract";
import { migrationsFolder } from "../database/migrations-folder.ts";

export const journalFile = "meta/_journal.json";

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

export type Migrations = z.output<typeof journal>["entries"];

/** Reads the migrations of this version, in their order. */
export async function listMigrations(): Promise<Migrations> {
  return (await readJournal()).entries;
}

/** Reads the whole list of migrations that the migrator reads. */
export async function readJournal(): Promise<z.output<typeof journal>> {
  return z.parse(journal, JSON.parse(await readFile(join(migrationsFolder, journalFile), "utf8")));
}
