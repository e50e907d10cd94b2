import { readdir, readFile } from "node:fs/promises";
import type { FormDefinition } from "./definition.ts";
import { expect, it, test } from "vitest";
import { isSupported } from "./kinds.ts";

const folder = new URL("../../../../apps/server/forms/", import.meta.url);

const definitionWith = (content: unknown) => ({ definition: { content } }) as FormDefinition;

it("supports every form that ships with the product", async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  expect(files.length).toBeGreaterThan(5);
  const forms = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(new URL(file, folder), "utf8"))),
  );
  const unsupported = (forms as { name: string; content: unknown }[]).filter(
    ({ content }) => !isSupported(definitionWith(content)),
  );
  expect(unsupported.map(({ name }) => name)).toEqual([]);
});

test.each([
  [{ pages: [{ elements: [{ type: "hologram", name: "a" }] }] }],
  [{ elements: [{ type: "panel", name: "a", elements: [{ type: "html", name: "b" }] }] }],
  [{ elements: [{ type: "paneldynamic", name: "a", templateElements: [{ name: "b" }] }] }],
  [{ elements: ["text"] }],
  ["text"],
])("does not support %j", (content) => {
  expect(isSupported(definitionWith(content))).toBe(false);
});
