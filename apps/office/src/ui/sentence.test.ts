import { expect, it } from "vitest";
import { endSentence } from "./sentence.ts";

it.each([
  [
    "No alert has the code DOG: add it to the list first",
    "No alert has the code DOG: add it to the list first.",
  ],
  ["Correct them, and try again.", "Correct them, and try again."],
  ["Is it?", "Is it?"],
])("%j ends as a sentence", (text, sentence) => {
  expect(endSentence(text)).toBe(sentence);
});
