import { readBuildName, readName } from "../phone/early-handover.ts";
import { earlyLockId, markupKey, openedKey } from "../phone/early-lock.ts";

/**
 * Draws the lock as it was first drawn at an earlier start, so that the PIN can be entered while the app is loading. The real lock
 * takes its place. Draws nothing and returns false where no lock of this build is stored, or where this tab has shown the app already.
 */
export function showEarlyLock(): boolean {
  const lock = readStored();
  if (!lock) return false;
  lock.id = earlyLockId;
  lock.addEventListener("click", recordTap);
  for (const type of ["cancel", "submit"]) lock.addEventListener(type, preventDefault);
  lock.addEventListener("keydown", (event) => {
    if (event.key === "Escape") event.preventDefault();
  });
  // Some browsers close a dialog at the phone's Back, whatever the page says.
  lock.addEventListener("close", show);
  document.body.append(lock);
  // If the dialog were shown at once, the browser would compute the layout twice, first without the styles.
  requestAnimationFrame(show);
  return true;

  function show() {
    if (!lock?.isConnected || lock.open) return;
    lock.showModal();
    lock.querySelector("input")?.focus();
  }
}

function readStored(): HTMLDialogElement | null {
  try {
    if (sessionStorage.getItem(openedKey) !== null) return null;
    const stored = localStorage.getItem(markupKey);
    const build = readBuildName();
    if (!stored?.startsWith(build)) return null;
    const page = new DOMParser().parseFromString(stored.slice(build.length), "text/html");
    return page.querySelector("dialog");
  } catch {
    // A browser that blocks storage draws the lock when the app is there.
    return null;
  }
}

function preventDefault(event: Event): void {
  event.preventDefault();
}

/** Records the name of a button for the real lock, which presses its own. The early lock then takes nothing else. */
function recordTap({ target, currentTarget }: Event): void {
  const button = target instanceof Element && target.closest("button");
  if (!button || !(currentTarget instanceof HTMLElement)) return;
  const lock = currentTarget;
  const field = lock.querySelector("input");
  if (!field || field.readOnly) return;
  if (button.parentElement === field.parentElement) {
    field.type = field.type === "password" ? "text" : "password";
    return;
  }
  const { busy } = button.dataset;
  if (busy !== undefined && field.value === "") return field.focus();
  lock.dataset["tapped"] = readName(button);
  if (busy !== undefined) button.textContent = busy;
  field.readOnly = true;
  for (const each of lock.querySelectorAll("button")) each.setAttribute("aria-disabled", "true");
}
