import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../tools.ts";

const folder = join(repository, "apps/engineer/src");

/** The only spacings that are not on the scale, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  "ui/field.module.css: padding-right: 5.5rem":
    "The label leaves room for the Clear button, whose width grows with the font.",
};

test("every margin, padding and gap of the app is on the spacing scale of the tokens", () => {
  const raw = styleSheets().flatMap((path) =>
    findRawSpacing(readFileSync(join(folder, path), "utf8")).map(
      (declaration) => `${path}: ${declaration}`,
    ),
  );
  expect(raw).toEqual(Object.keys(exceptions));
});

test("finds lengths outside of the scale", () => {
  const found = (declaration: string) => findRawSpacing(`.box {\n  ${declaration};\n}\n`);
  expect(found("padding: 7px")).toEqual(["padding: 7px"]);
  expect(found("margin-inline-start: 1.5rem")).toEqual(["margin-inline-start: 1.5rem"]);
  expect(found("gap: var(--space-2) 10px")).toEqual(["gap: var(--space-2) 10px"]);
  expect(found("padding: 0 calc(var(--space-3) + 1px)")).toEqual([
    "padding: 0 calc(var(--space-3) + 1px)",
  ]);
  expect(found("margin: 0 auto")).toEqual([]);
  expect(found("padding: calc(var(--space-3) + env(safe-area-inset-bottom))")).toEqual([]);
  expect(found("margin-block: calc(-1 * var(--space-4))")).toEqual([]);
  expect(found("width: 72px")).toEqual([]);
});

test("the scale grows from step to step", () => {
  const tokens = readFileSync(join(folder, "ui/tokens.css"), "utf8");
  const steps = [...tokens.matchAll(/--space-(\d): (\d+)px;/g)].map(([, step, px]) => [
    Number(step),
    Number(px),
  ]);
  expect(steps.map(([step]) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const sizes = steps.map(([, px]) => px ?? 0);
  expect(sizes).toEqual([...new Set(sizes)].toSorted((a, b) => a - b));
});

function styleSheets(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css"))
    .toSorted();
}

/** Returns the declarations of a margin, padding or gap with a length of their own. Zero has no unit. */
function findRawSpacing(css: string): string[] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return [...text.matchAll(/(?<=[;{\s])(?:margin|padding|(?:row-|column-)?gap)[a-z-]*:[^;}]*/g)]
    .map(([declaration]) => declaration.replaceAll(/\s+/g, " ").trim())
    .filter((declaration) =>
      /\d(?:px|r?em|ch|v[wh]|%)/.test(declaration.replaceAll(/(?<![\d.])0px/g, "0")),
    );
}
