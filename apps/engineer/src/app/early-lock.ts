// A script of its own, which a page requests before all others where a lock is stored.
import { build, readName } from "../phone/early-lock-markup.ts";
import { earlyLock, markupKey, openedKey } from "../phone/early-lock.ts";

if (document.readyState === "loading")
  document.addEventListener("readystatechange", draw, { once: true });
else draw();

/**
 * Draws the lock as it was drawn last, so that the PIN can be entered while the app is loading. The real lock takes its place. Draws
 * nothing where no lock of this build is stored, or where this tab was open already: that is no start.
 */
function draw(): void {
  const lock = readStored();
  // The app is there already if the script was late.
  if (!lock || !document.querySelector("#root > .starting")) return;
  lock.id = earlyLock;
  lock.addEventListener("cancel", preventDefault);
  lock.addEventListener("submit", preventDefault);
  lock.addEventListener("click", recordTap);
  document.body.append(lock);
  // Not before: the browser would compute the layout twice, once without the styles.
  requestAnimationFrame(() => {
    if (lock.isConnected) lock.showModal();
    lock.querySelector("input")?.focus();
  });
}

function readStored(): HTMLDialogElement | null {
  try {
    if (sessionStorage.getItem(openedKey) !== null) return null;
    const stored = localStorage.getItem(markupKey);
    const version = build();
    if (!stored?.startsWith(version)) return null;
    const page = new DOMParser().parseFromString(stored.slice(version.length), "text/html");
    return page.querySelector("dialog");
  } catch {
    // A browser that blocks storage draws the lock when the app is there.
    return null;
  }
}

function preventDefault(event: Event): void {
  event.preventDefault();
}

/** Records the name of the button for the real lock. After a tap on the main button the lock takes no other. */
function recordTap({ target, currentTarget }: Event): void {
  const button = target instanceof Element && target.closest("button");
  if (!button || !(currentTarget instanceof HTMLElement) || button.ariaDisabled) return;
  const lock = currentTarget;
  lock.dataset["tapped"] = readName(button);
  const { busy } = button.dataset;
  if (busy === undefined) return;
  button.textContent = busy;
  for (const each of lock.querySelectorAll("button")) each.ariaDisabled = "true";
}
