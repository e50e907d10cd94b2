import { earlyLock, markupKey } from "./early-lock.ts";

/** The address of the page's first script differs in each build, and the markup of another one may have other styles. */
export const build = () =>
  `${document.querySelector<HTMLScriptElement>("script[type=module]")?.src} `;

/** Returns what a screen reader says of a button: the same in both locks. */
export function readName(button: HTMLButtonElement): string {
  return button.ariaLabel ?? button.textContent;
}

/** Whether the early lock is there still: it must not be covered by a lock without a field. */
export function hasEarlyLock(): boolean {
  return document.getElementById(earlyLock) !== null;
}

/** Stores the markup of the lock for the next start. `busy` is what its main button says after a tap. */
export function storeEarlyLock(lock: HTMLElement, busy: string): void {
  const copy = document.createElement("template");
  copy.innerHTML = lock.outerHTML;
  const { content } = copy;
  content.querySelector("dialog")?.removeAttribute("open");
  content.querySelector("input")?.removeAttribute("value");
  content.querySelector("[type=submit]")?.setAttribute("data-busy", busy);
  // Nothing of the engineer is stored outside of the databases.
  for (const personal of content.querySelectorAll("[data-personal]"))
    personal.textContent = "\u00a0";
  try {
    localStorage.setItem(markupKey, `${build()}${copy.innerHTML}`);
  } catch {
    // Without space the next start draws the lock when the app is there.
  }
}
