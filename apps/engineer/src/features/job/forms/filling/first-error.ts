import type { PageModel, PanelModel, Question } from "survey-core";
import { listPanels } from "./place.ts";

/** The first question in error, the innermost one: not the list that it stands in. */
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

/** Once it is drawn: this question, or else the first one in error. */
export function focusQuestion(question?: Question, framesLeft = maxFrames): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const named = question ? `[data-question-id="${CSS.escape(question.id)}"]` : "";
      const fieldsInError = [...document.querySelectorAll<HTMLElement>(`${named}[data-faulty]`)];
      const innermost = fieldsInError.find((place) => !place.querySelector("[data-faulty]"));
      const place = innermost ?? (question && document.querySelector<HTMLElement>(named));
      // The panel that it is in may take several frames to open, and scrolls to its own head when it does.
      if (!place && framesLeft > 0) return focusQuestion(question, framesLeft - 1);
      place?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true });
      place?.scrollIntoView({ block: "center" });
      // The question may be taller than the screen: what is wrong with it must not be behind the footer.
      place?.querySelector("[id$='-error']")?.scrollIntoView({ block: "nearest" });
    }),
  );
}

const maxFrames = 30;

const focusable = "[data-field], input:not([hidden]), textarea, select, button";
