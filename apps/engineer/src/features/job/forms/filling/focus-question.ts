/** Focuses the question with this id, or the first question with an error, and scrolls to it once it is drawn. */
export function focusQuestion(id: string | null, framesLeft = maxFrames): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const named = id === null ? "" : `[data-question-id="${CSS.escape(id)}"]`;
      const fieldsInError = [...document.querySelectorAll<HTMLElement>(`${named}[data-in-error]`)];
      // The pages next to the one that is shown are drawn too, but hidden.
      const innermost = fieldsInError.find(
        (field) => field.getClientRects().length > 0 && !field.querySelector("[data-in-error]"),
      );
      const field = innermost ?? (id === null ? null : document.querySelector<HTMLElement>(named));
      // Its panel may need several frames to open, and then scrolls to its own heading.
      if (!field && framesLeft > 0) return focusQuestion(id, framesLeft - 1);
      field?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: "center" });
      // The question may be taller than the screen: the footer must not cover the error message.
      field?.querySelector("[id$='-error']")?.scrollIntoView({ block: "nearest" });
    }),
  );
}

const maxFrames = 30;

const focusable = "[data-field], input:not([hidden]), textarea, select, button";
