import { afterAll, describe, expect, it } from "vitest";
import type { FormKit } from "@fieldfare/forms";
import { createBench } from "./bench.ts";

const bench = createBench();

afterAll(() => bench.close());

const today = "2026-11-22";
const customFormId = "0193b3f0-0000-7000-8000-0000000000aa";
const content = {
  pages: [{ name: "p", elements: [{ type: "text", name: "a", isRequired: true }] }],
};
const kit = {
  definition: { customFormId, definition: { content } },
  subForms: [],
} as unknown as FormKit;

describe("The thread that checks forms", () => {
  it("checks one form after the other", async () => {
    expect(await bench.check({ kit, answers: {}, today })).toMatchObject([{ path: "a" }]);
    expect(await bench.check({ kit, answers: { a: "x" }, today })).toEqual([]);
  });

  it("gives up a form that ends it, and goes on with the next", async () => {
    expect(await bench.check({ kit: {} as FormKit, answers: {}, today })).toBeNull();
    expect(await bench.check({ kit, answers: { a: "x" }, today })).toEqual([]);
  });

  it("is ended with the server, whatever it is doing", async () => {
    const other = createBench();
    const asked = other.check({ kit, answers: {}, today });
    await other.close();
    expect(await asked).toBeNull();
  });
});
