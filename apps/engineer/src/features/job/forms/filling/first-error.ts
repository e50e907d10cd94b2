import type { PageModel, PanelModel, Question } from "survey-core";
import { listPanels } from "./place.ts";

/** Finds the first question with an error: a question inside a repeated panel, not the panel itself. */
export function findFirstError(container: PageModel | PanelModel): Question | null {
  for (const question of container.questions as readonly Question[]) {
    if (!question.isVisible) continue;
    for (const panel of listPanels(question)) {
      const inside = findFirstError(panel);
      if (inside) return inside;
    }
    if (question.errors.some((error) => error.notificationType === "error")) return question;
  }
  return null;
}

/** Focuses `question`, or the first question with an error, and scrolls to it once it is drawn. */
export function focusQuestion(question?: Question, framesLeft = maxFrames): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const named = question ? `[data-question-id="${CSS.escape(question.id)}"]` : "";
      const fieldsInError = [...document.querySelectorAll<HTMLElement>(`${named}[data-in-error]`)];
      const innermost = fieldsInError.find((place) => !place.querySelector("[data-in-error]"));
      const place = innermost ?? (question && document.querySelector<HTMLElement>(named));
      // Its panel may need several frames to open, and then scrolls to its own heading.
      if (!place && framesLeft > 0) return focusQuestion(question, framesLeft - 1);
      place?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true });
      place?.scrollIntoView({ block: "center" });
      // The question may be taller than the screen: the footer must not cover the error message.
      place?.querySelector("[id$='-error']")?.scrollIntoView({ block: "nearest" });
    }),
  );
}

const maxFrames = 30;

const focusable = "[data-field], input:not([hidden]), textarea, select, button";
