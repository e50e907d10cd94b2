import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./tools.ts";

/** Files that exist only after a build. */
const built = new Set(["apps/engineer/dist"]);

const documents = [
  ...readdirSync(repository),
  ...readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" }).map((path) =>
    join("docs", path),
  ),
].filter((path) => path.endsWith(".md"));

describe("Every file that a document names exists", () => {
  test.each(documents)("%s", async (document) => {
    const text = await readFile(join(repository, document), "utf8");
    const missing = [...namedPaths(text), ...linkedPaths(text, dirname(document))].filter(
      (path) => !built.has(path) && !existsSync(join(repository, path)),
    );
    expect(missing).toEqual([]);
  });
});

/** Paths from the root of the repository in code spans, such as `docs/glossary.md`. */
function namedPaths(text: string): string[] {
  const spans = text.matchAll(/`((?:apps|packages|proof|scripts|docs)\/[^`\s*<>{}]*)`/g);
  return [...spans].map(([, path = ""]) => path.replace(/\/$/, ""));
}

/** The files that relative links lead to. */
function linkedPaths(text: string, folder: string): string[] {
  const links = text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g);
  return [...links]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(folder, target));
}
