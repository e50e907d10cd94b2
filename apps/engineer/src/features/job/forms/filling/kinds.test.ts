import { readdir, readFile } from "node:fs/promises";
import type { FormDefinition } from "@fieldfare/forms";
import { expect, it, test } from "vitest";
import { isDrawn } from "./kinds.ts";

const folder = new URL("../../../../../../server/forms/", import.meta.url);

const holding = (content: unknown) => ({ definition: { content } }) as FormDefinition;

it("draws every form that ships with the product", async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  expect(files.length).toBeGreaterThan(5);
  const forms = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(new URL(file, folder), "utf8"))),
  );
  const refused = (forms as { name: string; content: unknown }[]).filter(
    ({ content }) => !isDrawn(holding(content)),
  );
  expect(refused.map(({ name }) => name)).toEqual([]);
});

test.each([
  [{ pages: [{ elements: [{ type: "hologram", name: "a" }] }] }],
  [{ elements: [{ type: "panel", name: "a", elements: [{ type: "html", name: "b" }] }] }],
  [{ elements: [{ type: "paneldynamic", name: "a", templateElements: [{ name: "b" }] }] }],
  [{ elements: ["text"] }],
  ["text"],
])("does not draw %j", (content) => {
  expect(isDrawn(holding(content))).toBe(false);
});
