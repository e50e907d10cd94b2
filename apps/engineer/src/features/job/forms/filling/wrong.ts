import type { PageModel, PanelModel, Question } from "survey-core";
import { panelsOf } from "./place.ts";

/** The first question in error, the innermost one: not the list that it stands in. */
export function firstWrong(of: PageModel | PanelModel): Question | null {
  for (const question of of.questions as readonly Question[]) {
    if (!question.isVisible) continue;
    for (const panel of panelsOf(question)) {
      const inside = firstWrong(panel);
      if (inside) return inside;
    }
    if (question.errors.some((error) => error.notificationType === "error")) return question;
  }
  return null;
}

/** Once it is drawn: the field in error, or the one of that name. */
export function focusQuestion(name?: string): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const named = name === undefined ? "" : `[data-question="${CSS.escape(name)}"]`;
      const places = [...document.querySelectorAll<HTMLElement>(`${named}[data-faulty]`)];
      const innermost = places.find((place) => !place.querySelector("[data-faulty]"));
      const field = innermost?.querySelector<HTMLElement>(focusable);
      field?.focus({ preventScroll: true });
      innermost?.scrollIntoView({ block: "center" });
    }),
  );
}

const focusable = "[data-field], input:not([hidden]), textarea, select, button";
