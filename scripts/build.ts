import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { heading, repository, runTool, type ToolOptions } from "./tools.ts";

export type Build = { readonly app: string; readonly done: "built" | "fresh" | "failed" };

/**
 * Builds the apps that run in a browser. An app is built when its build is missing or older than any of its sources.
 *
 * @param options label: see `ToolOptions`
 */
export async function buildApps(
  options: Pick<ToolOptions, "label"> = {},
): Promise<readonly Build[]> {
  const builds: Build[] = [];
  for (const app of await browserApps()) {
    if (!(await isStale(app))) {
      builds.push({ app, done: "fresh" });
      continue;
    }
    heading(`Building ${app}`);
    await rm(stampPath(app), { force: true });
    const startedAt = Date.now();
    const folder = join(repository, app);
    let code = 0;
    for (const config of await listConfigs(folder)) {
      if (code === 0)
        ({ code } = await runTool("vite", ["build", "--config", config], { ...options, folder }));
    }
    if (code === 0) {
      await mkdir(dirname(stampPath(app)), { recursive: true });
      await writeFile(stampPath(app), new Date(startedAt).toISOString());
    }
    builds.push({ app, done: code === 0 ? "built" : "failed" });
  }
  return builds;
}

/** The build of an app, and after it those of pages that are put into its folder. */
async function listConfigs(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return ["vite.config.ts", ...names.filter((name) => /^vite\.[a-z-]+\.config\.ts$/.test(name))];
}

/** Deletes the stamps of all builds, so that the next `buildApps` builds every app. */
export async function deleteStamps(): Promise<void> {
  for (const app of await browserApps()) await rm(stampPath(app), { force: true });
}

async function browserApps(): Promise<string[]> {
  const names = await readdir(join(repository, "apps"));
  return names
    .map((name) => `apps/${name}`)
    .filter((app) => existsSync(join(repository, app, "index.html")));
}

async function isStale(app: string): Promise<boolean> {
  const stamp = await stat(stampPath(app)).catch(() => undefined);
  if (!stamp || !existsSync(join(repository, app, "dist", "index.html"))) return true;
  const packages = await readdir(join(repository, "packages"));
  const sources = [
    app,
    "package-lock.json",
    "package.json",
    ...packages.map((name) => `packages/${name}`),
  ];
  const ages = await Promise.all(sources.map((source) => newest(join(repository, source))));
  return Math.max(...ages) > stamp.mtimeMs;
}

/** The time of the last change below the path, ms; a folder changes when a file is added to or removed from it. */
async function newest(path: string): Promise<number> {
  const entry = await stat(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  const names = (await readdir(path)).filter(
    (name) => !/^(node_modules|dist|\..*)$|\.test\.tsx?$/.test(name),
  );
  const ages = await Promise.all(names.map((name) => newest(join(path, name))));
  return Math.max(0, ...ages, ...(/\/src(\/|$)/.test(path) ? [entry.mtimeMs] : []));
}

function stampPath(app: string): string {
  return join(repository, app, ".cache", "built");
}
