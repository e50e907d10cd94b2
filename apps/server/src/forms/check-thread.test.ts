import { afterAll, describe, expect, it } from "vitest";
import type { FormBundle } from "@fieldfare/forms";
import { createCheckThread } from "./check-thread.ts";

const checkThread = createCheckThread();

afterAll(() => checkThread.close());

const today = "2026-11-22";
const customFormId = "0193b3f0-0000-7000-8000-0000000000aa";
const content = {
  pages: [{ name: "p", elements: [{ type: "text", name: "a", isRequired: true }] }],
};
const bundle = {
  definition: { customFormId, definition: { content } },
  subForms: [],
} as unknown as FormBundle;

describe("The thread that checks forms", () => {
  it("checks one form after the other", async () => {
    expect(await checkThread.check({ bundle, answers: {}, today })).toMatchObject([{ path: "a" }]);
    expect(await checkThread.check({ bundle, answers: { a: "x" }, today })).toEqual([]);
  });

  it("gives up a form that ends the thread, and checks the next one", async () => {
    expect(await checkThread.check({ bundle: {} as FormBundle, answers: {}, today })).toBeNull();
    expect(await checkThread.check({ bundle, answers: { a: "x" }, today })).toEqual([]);
  });

  it("ends with the server, whatever it is doing", async () => {
    const other = createCheckThread();
    const pending = other.check({ bundle, answers: {}, today });
    await other.close();
    expect(await pending).toBeNull();
  });
});
