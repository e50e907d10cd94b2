import { existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repository, runTool } from "./tools.ts";

let folder: string;

beforeEach(async () => {
  // The folder is below the root, so that the packages resolve, and in a place that the tools ignore.
  folder = await mkdtemp(join(repository, "node_modules", ".packages-test-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["packages/domain/tsconfig.src.json", "fetch('/api')"],
  ["packages/domain/tsconfig.src.json", "setTimeout(() => 0)"],
  ["packages/domain/tsconfig.src.json", "process.env"],
  ["packages/domain/tsconfig.src.json", "document.title"],
  ["packages/contract/tsconfig.src.json", "fetch('/api')"],
  ["packages/contract/tsconfig.src.json", "process.env"],
  ["packages/device/tsconfig.src.json", "process.env"],
  ["apps/engineer/tsconfig.src.json", "process.env"],
  ["apps/engineer/tsconfig.worker.json", "document.title"],
  ["apps/server/tsconfig.src.json", "document.title"],
])("%s does not compile %s", async (tsconfig, code) => {
  expect(await compiles(tsconfig, code)).toBe(false);
});

test.each([
  ["packages/domain/tsconfig.src.json", "Math.max(1, 2)"],
  ["packages/device/tsconfig.src.json", "fetch('/api')"],
  ["packages/contract/tsconfig.src.json", "Math.max(1, 2)"],
  ["apps/engineer/tsconfig.src.json", "document.title"],
  ["apps/engineer/tsconfig.worker.json", "self.registration"],
  ["apps/server/tsconfig.src.json", "process.env"],
])("%s compiles %s", async (tsconfig, code) => {
  expect(await compiles(tsconfig, code)).toBe(true);
});

test("the root's tsconfig refers to every package, so that a new one is type-checked", () => {
  const packagePaths = ["packages", "apps"].flatMap((group) =>
    readdirSync(join(repository, group)).map((name) => `./${group}/${name}`),
  );
  const { references } = JSON.parse(readFileSync(join(repository, "tsconfig.json"), "utf8")) as {
    references: { path: string }[];
  };
  const referencedPaths = references.map(({ path }) => path);
  expect(referencedPaths).toEqual(
    expect.arrayContaining(
      packagePaths.filter((tsconfig) => existsSync(join(repository, tsconfig, "package.json"))),
    ),
  );
});

async function compiles(tsconfig: string, code: string): Promise<boolean> {
  const declarations = tsconfig.endsWith("worker.json")
    ? "declare const self: ServiceWorkerGlobalScope;\n"
    : "";
  await writeFile(
    join(folder, "probe.ts"),
    `${declarations}export const probe: unknown = ${code};\n`,
  );
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(repository, tsconfig),
      compilerOptions: {
        composite: false,
        incremental: false,
        emitDeclarationOnly: false,
        noEmit: true,
      },
      include: ["probe.ts"],
      exclude: [],
      references: [],
    }),
  );
  return (await runTool("tsc", ["--project", folder], { quiet: true })).code === 0;
}
