import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parts } from "./parts.tsx";
import { screenParts } from "./screen-parts.tsx";

const folder = new URL("../ui/", import.meta.url);

test("the catalogue shows every component of src/ui", () => {
  const shown = new Set([...Object.keys(parts), ...Object.keys(screenParts)]);
  const components = readdirSync(folder)
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .flatMap((file) => findComponents(readFileSync(new URL(file, folder), "utf8")));
  expect(components.length).toBeGreaterThan(30);
  expect(components.filter((name) => !shown.has(name))).toEqual([]);
});

/** Returns the names of the exported components: functions and constants whose name begins with a capital. */
function findComponents(source: string): readonly string[] {
  return [...source.matchAll(/^export (?:function|const) ([A-Z]\w*)/gm)].flatMap(
    ([, name]) => name ?? [],
  );
}
