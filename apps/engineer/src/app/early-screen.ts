import { earlyScreenKey, openText, readKeyOfStart } from "@fieldfare/device/early";
import { describeContext, earlyScreenId, listAlike } from "../phone/early-screen.ts";
import { earlyScreenEvent } from "../phone/early-screen-event.ts";

/** Milliseconds for which a tap waits for its button. */
const tapWaitMs = 5_000;

/**
 * Reads the markup of the screen that was shown when the app was hidden, if this start may show it. It is used once. `parsed`
 * resolves when the page is there, which names its build.
 */
export async function readEarlyScreen(parsed: Promise<unknown>): Promise<string | null> {
  try {
    const stored = localStorage.getItem(earlyScreenKey);
    localStorage.removeItem(earlyScreenKey);
    const [ownerId, sealed] = stored?.split(" ") ?? [];
    if (ownerId === undefined || sealed === undefined) return null;
    const key = await readKeyOfStart(ownerId);
    await parsed;
    return key && (await openText(key, sealed, describeContext(ownerId, navigator.languages)));
  } catch {
    // Of another build or address, or storage is blocked: the screen is drawn when the app is there.
    return null;
  }
}

/**
 * Shows the engineer's screen as it was above `root`, until the app has drawn something there, and repeats in the app what was tapped
 * meanwhile. `markup` is null where no screen may be shown.
 */
export function showEarlyScreen(root: Element, markup: Promise<string | null>): void {
  const screen = document.createElement("div");
  screen.id = earlyScreenId;
  root.before(screen);
  let tapped: HTMLElement | null = null;
  let top = 0;
  // The app scrolls a page to where it was left, which the engineer has scrolled since.
  const follow = () => (top = scrollY);
  addEventListener("scroll", follow);
  screen.addEventListener("click", (event) => {
    const control = event.target instanceof Element && event.target.closest("button, a");
    // A call and a map need no app.
    if (!(control instanceof HTMLElement) || isOutside(control)) return;
    event.preventDefault();
    if (tapped || !listAlike(screen, control).includes(control)) return;
    tapped = control;
    // Older browsers do not reflect the property.
    control.setAttribute("aria-busy", "true");
  });
  const observer = new MutationObserver(() => {
    if (root.childElementCount === 0) return;
    const position = tapped && listAlike(screen, tapped).indexOf(tapped);
    end();
    if (top > 0) scrollTo(0, top);
    if (tapped && position !== null) repeatTap(root, tapped, position);
  });
  observer.observe(root, { subtree: true, childList: true });
  void markup.then((text) => {
    if (text === null) end();
    else if (screen.isConnected) fill(screen, text);
    screen.dispatchEvent(new Event(earlyScreenEvent));
  });

  function end() {
    observer.disconnect();
    removeEventListener("scroll", follow);
    screen.remove();
  }
}

function fill(screen: Element, markup: string): void {
  const { body } = new DOMParser().parseFromString(markup, "text/html");
  screen.append(...body.childNodes);
  // The content policy takes no styles from markup.
  for (const element of screen.querySelectorAll<HTMLElement>("[data-style]"))
    element.style.cssText = element.dataset["style"] ?? "";
}

function isOutside(control: HTMLElement): boolean {
  return control instanceof HTMLAnchorElement && control.origin !== location.origin;
}

/** Presses the button of the app that is like the tapped one, once it is drawn, unless the engineer does something else first. */
function repeatTap(root: Element, tapped: HTMLElement, position: number): void {
  const press = () => {
    const control = listAlike(root, tapped)[position];
    if (!control) return;
    stop();
    // The app handles the events of a screen once it is drawn.
    setTimeout(() => control.click());
  };
  const observer = new MutationObserver(press);
  const timer = setTimeout(() => stop(), tapWaitMs);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const use of uses) removeEventListener(use, stop, true);
  };
  for (const use of uses) addEventListener(use, stop, true);
  observer.observe(root, { subtree: true, childList: true });
  press();
}

const uses = ["pointerdown", "keydown"] as const;
