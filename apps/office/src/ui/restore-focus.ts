import { useEffect } from "react";

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";
/** Dialogs give the focus back themselves within 10 ms, if what had it before is still there. */
const waitMs = 50;

interface Place {
  readonly element: HTMLElement;
  /** The ancestors, from the nearest on, each with the position of the child that the element is in. */
  readonly ancestors: readonly { readonly parent: Element; readonly position: number }[];
}

/**
 * Restores the focus in the page, or in the dialog above it, when what had it goes away: a row that is withdrawn, a button that becomes
 * another one, a dialog that is done. The nearest that is left gets it. Otherwise people without a mouse would begin again at the top of the page.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    /** What had the focus last in the page, and in a dialog above it. */
    const last: { page: Place | null; dialog: Place | null } = { page: null, dialog: null };
    let timer: number | undefined;
    const layer = () => (document.querySelector("[aria-modal=true]") ? "dialog" : "page");
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (target.closest("[aria-modal=true]")) last.dialog = findPlace(target);
      else if (target.closest("main")) last.page = findPlace(target);
    };
    /** Who clicks beside everything wants no focus. Before anything else deals with the click, what was clicked is still there. */
    const forget = () => {
      if (!hasFocus()) last[layer()] = null;
    };
    const restore = () => {
      const place = last[layer()];
      if (place && !hasFocus()) findNearest(place)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      // While a page is loaded nothing had the focus yet.
      if ((!last.page && !last.dialog) || hasFocus()) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(restore, waitMs);
    });
    document.addEventListener("focusin", note);
    document.addEventListener("click", forget, { capture: true });
    const attributeFilter = ["disabled"];
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("click", forget, { capture: true });
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, []);
}

function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}

function findPlace(element: HTMLElement): Place {
  const ancestors: { parent: Element; position: number }[] = [];
  let child: Element = element;
  while (child.parentElement && !child.matches("main, [aria-modal=true]")) {
    const parent = child.parentElement;
    ancestors.push({ parent, position: [...parent.children].indexOf(child) });
    child = parent;
  }
  return { element, ancestors };
}

/** Finds the element itself, or the one that shows the same elsewhere, or what can be focused in its place, after it or before it. */
function findNearest({ element, ancestors }: Place): HTMLElement | null {
  if (element.isConnected && !element.matches(":disabled")) return element;
  const { focusId } = element.dataset;
  const same =
    focusId !== undefined &&
    document.querySelector<HTMLElement>(`[data-focus-id="${CSS.escape(focusId)}"]`);
  if (same) return same;
  for (const { parent, position } of ancestors) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    for (const child of [
      ...children.slice(position),
      ...children.slice(0, position).toReversed(),
    ]) {
      const found = child.matches(focusable) ? child : child.querySelector(focusable);
      if (found instanceof HTMLElement && found.checkVisibility()) return found;
    }
  }
  return null;
}
