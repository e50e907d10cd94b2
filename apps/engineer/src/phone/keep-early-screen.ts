import { type Device, sealText } from "@fieldfare/device";
import { earlyScreenKey } from "@fieldfare/device/early";
import { alertsHeightVariable, readAlertsHeight } from "./alerts-height.ts";
import { describeContext } from "./early-screen.ts";

/** The screens on which nothing is typed and that the app is opened on most. */
const paths = ["/", "/jobs"];

/** What such a screen shows where it is not itself: a question, a lock, a signature, a text, rows that are being read, work that runs. */
const exceptions =
  "dialog[open], [inert], footer [aria-disabled], main :is(input, textarea, canvas, progress, [role=status], [aria-disabled])";

/** Milliseconds in which the changes of a hidden screen are stored together. */
const storeAfterMs = 1_000;

/**
 * Stores the screen that is shown when the app is hidden, sealed, so that the next start can show it at once
 * (`app/early-screen.ts`). It is stored again whenever it changes meanwhile, and deleted when the app is shown again.
 */
export function keepEarlyScreen(device: Device): void {
  // A page that is ending may name others.
  const { languages } = navigator;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remove = () => {
    clearTimeout(timer);
    timer = undefined;
    localStorage.removeItem(earlyScreenKey);
  };
  const store = () => {
    remove();
    const markup = readMarkup();
    const { engineer } = device;
    const key = engineer?.sealing?.dataKey;
    if (markup === null || !key) return;
    const sealed = sealText(key, markup, describeContext(engineer.ownerId, languages));
    try {
      localStorage.setItem(earlyScreenKey, `${engineer.ownerId} ${sealed}`);
    } catch {
      // Without space the next start draws the screen when the app is there.
    }
  };
  const observer = new MutationObserver(() => {
    remove();
    timer = setTimeout(store, storeAfterMs);
  });
  const follow = () => {
    store();
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  };
  const forget = () => {
    observer.disconnect();
    remove();
  };
  forget();
  document.addEventListener("visibilitychange", () =>
    document.visibilityState === "hidden" ? follow() : forget(),
  );
  addEventListener("pagehide", () => {
    if (timer !== undefined || document.visibilityState === "visible") store();
  });
  addEventListener("pageshow", forget);
}

/** Returns the markup of the screen, null for one that must not be shown again as it is. */
function readMarkup(): string | null {
  const root = document.getElementById("root");
  const page = root?.querySelector("main")?.parentElement;
  const isScrolled = scrollY > 0;
  if (!page || isScrolled || !paths.includes(location.pathname)) return null;
  if (root?.querySelector(exceptions)) return null;
  const copy = document.createElement("div");
  copy.append(page.cloneNode(true));
  // What the app draws only after its first screen would go and come back.
  for (const later of copy.querySelectorAll("header > :not(:first-child), [data-later]"))
    later.remove();
  const header = copy.querySelector("header");
  header?.style.setProperty(alertsHeightVariable, readAlertsHeight());
  // The outbox is read again before anything is said of it.
  for (const { style } of copy.querySelectorAll<HTMLElement>("[data-state]"))
    style.visibility = "hidden";
  for (const element of copy.querySelectorAll("[style]")) {
    element.setAttribute("data-style", element.getAttribute("style") ?? "");
    element.removeAttribute("style");
  }
  return copy.innerHTML;
}
