import type { PanelModel, Question } from "survey-core";
import { listEntries } from "./form-path.ts";

/** Finds the first question with an error: a question inside an entry, not the list itself. */
export function findFirstError(container: PanelModel): Question | null {
  for (const question of container.questions) {
    if (!question.isVisible) continue;
    for (const panel of listEntries(question)) {
      const inside = findFirstError(panel);
      if (inside) return inside;
    }
    if (question.errors.some((error) => error.notificationType === "error")) return question;
  }
  return null;
}
