import "../ui/tokens.css";
import "../ui/base.css";

import { earlyScreenEvent } from "../phone/early-screen-event.ts";
import type { PlainPath } from "../ui/screen-address.ts";
import type { PrefetchScreen } from "./main.tsx";

type LoadScreen = () => Promise<PrefetchScreen | undefined>;

/** Milliseconds. */
const frameLimitMs = 100;

/** The screens that the app is usually opened on, by address. */
const firstScreens: Readonly<Partial<Record<string, LoadScreen>>> = {
  "/": () => import("../features/home/home-screen.tsx").then((m) => m.prefetchScreen),
  "/jobs": () => import("../features/jobs/jobs-screen.tsx").then((m) => m.prefetchScreen),
  "/jobs/selected": () => import("../features/job/hub/hub-screen.tsx").then(() => undefined),
} satisfies Partial<Record<PlainPath, LoadScreen>>;

// Only where the service worker serves the files: a first visit leads to the sign-in and loads over the network.
const isInstalled = Boolean(navigator.serviceWorker?.controller);
const loadScreen = isInstalled ? firstScreens[location.pathname] : undefined;
// The early lock or screen is shown first: nobody taps faster than the app is loaded.
const earlyPlace = "body > [id^=early]";
const early = document.querySelector(earlyPlace);
if (early) void nextFrame(early).then(load);
else load();

function load(): void {
  // A failure is ignored here: the router loads the screen again and shows the error.
  const hint = loadScreen?.().catch(() => undefined);
  void import("./main.tsx").then(
    ({ start }) => start(hint),
    (error: unknown) => {
      // Nothing would answer what is entered there.
      document.querySelector(earlyPlace)?.remove();
      throw error;
    },
  );
}

/** Resolves when the browser has drawn a frame with what is early. A page in the background draws none. */
function nextFrame(early: Element): Promise<void> {
  return new Promise((resolve) => {
    const frame = () => requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, frameLimitMs);
    if (early.childElementCount > 0) frame();
    else early.addEventListener(earlyScreenEvent, frame);
  });
}
