import "../ui/tokens.css";
import "../ui/base.css";

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
if (isInstalled) void warmUp();
const loadScreen = isInstalled ? firstScreens[location.pathname] : undefined;
// The early lock is shown first: nobody enters a PIN faster than the app is loaded.
if (document.querySelector("body > dialog")) void nextFrame().then(load);
else load();

function load(): void {
  // A failure is ignored here: the router loads the screen again and shows the error.
  const hint = loadScreen?.().catch(() => undefined);
  void import("./main.tsx").then(
    ({ start }) => start(hint),
    (error: unknown) => {
      // Nothing would answer what is entered there.
      document.querySelector("body > dialog")?.remove();
      throw error;
    },
  );
}

/** Opens IndexedDB early: the browser needs time for it, which passes while the code is loading. */
async function warmUp(): Promise<void> {
  try {
    await indexedDB.databases?.();
  } catch {
    // If storage is not allowed, opening the database reports it.
  }
}

/** Resolves when the browser has drawn a frame. A page in the background draws none. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, frameLimitMs);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
