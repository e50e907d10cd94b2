import { z } from "@fieldfare/contract";
import { expect, test } from "vitest";
import { type AnswersSchema, parseAnswers } from "./drafts.ts";

interface Answers {
  readonly description: string;
  readonly isPublic: boolean | null;
}

const schema: AnswersSchema<Answers> = z.object({
  description: z.string(),
  isPublic: z.nullable(z.boolean()),
});

const original: Answers = { description: "As saved", isPublic: true };

test("a stored draft replaces the saved answers, also where it was emptied", () => {
  expect(parseAnswers(schema, { description: "", isPublic: null }, original)).toEqual({
    description: "",
    isPublic: null,
  });
});

test("without a draft the answers are those that were saved", () => {
  for (const nothing of [undefined, null, "text"])
    expect(parseAnswers(schema, nothing, original)).toEqual(original);
});

test("the draft of another version keeps every field that is still valid", () => {
  expect(parseAnswers(schema, { description: "Typed" }, original)).toEqual({
    description: "Typed",
    isPublic: true,
  });
  expect(parseAnswers(schema, { description: "Typed", isPublic: "yes" }, original)).toEqual({
    description: "Typed",
    isPublic: true,
  });
  expect(parseAnswers(schema, { description: "Typed", isPublic: null, old: 1 }, original)).toEqual({
    description: "Typed",
    isPublic: null,
  });
});
