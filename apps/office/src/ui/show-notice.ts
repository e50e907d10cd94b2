/** A ref of a notice: a long dialog may be scrolled to where the notice is not seen. */
export function showNotice(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: "center" });
  notice?.focus({ preventScroll: true });
}
