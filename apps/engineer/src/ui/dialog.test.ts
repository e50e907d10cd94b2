import { expect, it } from "vitest";
import { ask, dismissQuestions } from "./dialog.tsx";

it("Dismissed questions have no answer", async () => {
  const questions = ["Cancel job?", "Remove photo?"].map((title) => ask({ title, confirm: "Yes" }));
  dismissQuestions();
  expect(await Promise.all(questions)).toEqual([null, null]);
});
