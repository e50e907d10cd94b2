import { afterAll, describe, expect, it } from "vitest";
import type { FormBundle } from "@fieldfare/forms";
import { createFormThread } from "./form-thread.ts";

const thread = createFormThread();

afterAll(() => thread.close());

const today = "2026-11-22";
const customFormId = "0193b3f0-0000-7000-8000-0000000000aa";
const content = {
  pages: [{ name: "p", elements: [{ type: "text", name: "a", isRequired: true }] }],
};
const bundle = {
  definition: { customFormId, definition: { content } },
  subForms: [],
} as unknown as FormBundle;

describe("The thread that opens forms", () => {
  it("checks one form after the other", async () => {
    expect(await thread.check({ bundle, answers: {}, today })).toMatchObject([{ path: "a" }]);
    expect(await thread.check({ bundle, answers: { a: "x" }, today })).toEqual([]);
  });

  it("lists answers, and answers each of several requests at once", async () => {
    const [issues, listed] = await Promise.all([
      thread.check({ bundle, answers: {}, today }),
      thread.list({ bundle, answers: { a: "x" } }),
    ]);
    expect(issues).toMatchObject([{ path: "a" }]);
    expect(listed).toMatchObject([{ label: "a", text: "x" }]);
  });

  it("gives up a form that ends the thread, and checks the next one", async () => {
    expect(await thread.check({ bundle: {} as FormBundle, answers: {}, today })).toBeNull();
    expect(await thread.check({ bundle, answers: { a: "x" }, today })).toEqual([]);
  });

  it("ends with the server, whatever it is doing", async () => {
    const other = createFormThread();
    const pending = other.check({ bundle, answers: {}, today });
    await other.close();
    expect(await pending).toBeNull();
  });
});
