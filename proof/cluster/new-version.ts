import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "@fieldfare/contract";

const project = fileURLToPath(new URL("../../", import.meta.url));
const migrations = "apps/server/src/database/migrations";

const journal = z.looseObject({
  entries: z.array(
    z.object({
      idx: z.int(),
      version: z.string(),
      when: z.int(),
      tag: z.string(),
      breakpoints: z.boolean(),
    }),
  ),
});

/**
 * Makes a later version of the server in `folder`: this one with one more migration, which adds a column. Returns its
 * main file.
 */
export async function makeNewVersion(folder: string): Promise<string> {
  await mkdir(folder);
  await cp(join(project, "apps/server"), join(folder, "apps/server"), {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  await symlink(join(project, "node_modules"), join(folder, "node_modules"));
  await symlink(join(project, "packages"), join(folder, "packages"));
  const target = join(folder, migrations);
  const file = join(target, "meta/_journal.json");
  const { entries, ...rest } = journal.parse(JSON.parse(await readFile(file, "utf8")));
  const tag = "9999_a_later_version";
  const when = Math.max(...entries.map((entry) => entry.when)) + 1;
  const added = { idx: entries.length, version: "7", when, tag, breakpoints: true };
  await writeFile(file, JSON.stringify({ ...rest, entries: [...entries, added] }));
  await writeFile(join(target, `${tag}.sql`), 'ALTER TABLE "job" ADD COLUMN "later_version" text;');
  return join(folder, "apps/server/src/main.ts");
}
