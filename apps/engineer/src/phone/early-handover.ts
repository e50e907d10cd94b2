import { earlyLockId, markupKey } from "./early-lock.ts";

/** Attributes that name other elements by their id. */
const references = ["id", "for", "form", "aria-labelledby", "aria-describedby"];

/** Returns the address of the page's first script, which differs in each build: markup of another one may have other styles. */
export const readBuildName = () =>
  `${document.querySelector<HTMLScriptElement>("script[type=module]")?.src} `;

/** Returns what a screen reader says of a button or link: the same before the app and in it. */
export function readName(control: Element): string {
  return control.getAttribute("aria-label") ?? control.textContent;
}

/** Whether the early lock is still shown: a lock without a field must not cover it. */
export function hasEarlyLock(): boolean {
  return document.getElementById(earlyLockId) !== null;
}

/** Stores the markup of the lock for the next start. `busy` is what its main button says after a tap. */
export function storeEarlyLock(lock: HTMLElement, busy: string): void {
  const copy = document.createElement("template");
  copy.innerHTML = lock.outerHTML;
  const { content } = copy;
  content.querySelector("dialog")?.removeAttribute("open");
  content.querySelector("input")?.removeAttribute("value");
  content.querySelector("[type=submit]")?.setAttribute("data-busy", busy);
  // The markup must not name the engineer: it is not sealed.
  for (const personal of content.querySelectorAll("[data-personal]"))
    personal.textContent = "\u00a0";
  // The app may use the same ids while both are there.
  for (const name of references)
    for (const element of content.querySelectorAll(`[${name}]`))
      element.setAttribute(name, `early-${element.getAttribute(name)}`);
  try {
    localStorage.setItem(markupKey, `${readBuildName()}${copy.innerHTML}`);
  } catch {
    // Without space the next start draws the lock when the app is there.
  }
}
