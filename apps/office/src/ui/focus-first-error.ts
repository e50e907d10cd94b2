/**
 * Shows the user the first thing in a form that keeps it from being sent: focuses the first field with an error, or else
 * scrolls to the first message. Call it after the form was sent; React draws the errors before the next frame.
 */
export function focusFirstError(form: ParentNode | null): void {
  requestAnimationFrame(() => {
    const first = form?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]");
    if (first?.getAttribute("aria-invalid") === "true") first.focus();
    first?.scrollIntoView({ block: "center" });
  });
}
