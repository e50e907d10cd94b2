import { describe, expect, it } from "vitest";
import { typedText } from "./typed-text.ts";

describe("The text that was typed into a draft", () => {
  it("has one line for each field, without ids, dates and images", () => {
    const draft = {
      description: " The tenant is away ",
      isPublic: true,
      imageIds: ["0190a000-0000-7000-8000-000000000001"],
      signature: "data:image/png;base64,AAAA",
      takenOn: "2026-03-02T12:00:00.000Z",
      inner: [{ comment: "Key at number 4" }],
      empty: "  ",
    };
    expect(typedText("note", draft)).toBe("The tenant is away\nKey at number 4");
  });

  it("of a form leaves out the codes of choices and the engineer's position in it", () => {
    const draft = { answers: { flue: "pass", notes: "Cowl is loose" }, page: "page one" };
    expect(typedText("form", draft)).toBe("Cowl is loose");
  });

  it("of a form leaves out what was saved before", () => {
    const draft = { answers: { landlord: "Unit 7, Leeds", rows: [{ notes: "Cowl is loose" }] } };
    const saved = { landlord: " Unit 7, Leeds" };
    expect(typedText("form", draft, saved)).toBe("Cowl is loose");
  });

  it("of the close leaves out the name of its step", () => {
    const draft = { step: "signature", answers: { signature: { customerName: "Mrs Halfway" } } };
    expect(typedText("close", draft)).toBe("Mrs Halfway");
  });

  it.each([null, undefined, 7, [], {}, new ArrayBuffer(2)])("of %s is empty", (values) => {
    expect(typedText("note", values)).toBe("");
  });

  it("is cut if it is very long", () => {
    expect(typedText("note", { text: "word ".repeat(5_000) }).length).toBe(4_000);
  });
});
