import { afterAll, describe, expect, it } from "vitest";
import type { FormKit } from "@fieldfare/forms";
import { createBench } from "./bench.ts";

const bench = createBench();

afterAll(() => bench.close());

const content = {
  pages: [{ name: "p", elements: [{ type: "text", name: "a", isRequired: true }] }],
};
const kit = { definition: { definition: { content } }, subForms: [] } as unknown as FormKit;

describe("The thread that checks forms", () => {
  it("checks one form after the other", async () => {
    expect(await bench.check({ kit, answers: {} })).toMatchObject([{ path: "a" }]);
    expect(await bench.check({ kit, answers: { a: "x" } })).toEqual([]);
  });

  it("gives up a form that ends it, and goes on with the next", async () => {
    expect(await bench.check({ kit: {} as FormKit, answers: {} })).toBeNull();
    expect(await bench.check({ kit, answers: { a: "x" } })).toEqual([]);
  });

  it("is ended with the server, whatever it is doing", async () => {
    const other = createBench();
    const asked = other.check({ kit, answers: {} });
    await other.close();
    expect(await asked).toBeNull();
  });
});
