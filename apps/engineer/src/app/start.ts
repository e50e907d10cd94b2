import "../ui/tokens.css";
import "../ui/base.css";

import type { PrefetchScreen } from "./main.tsx";

/** Where people are when they start the app. */
const firstScreens: Readonly<Partial<Record<string, () => Promise<PrefetchScreen | undefined>>>> = {
  "/": () => import("../features/home/home-screen.tsx").then((m) => m.prefetchScreen),
  "/jobs": () => import("../features/jobs/jobs-screen.tsx").then((m) => m.prefetchScreen),
  "/jobs/selected": () => import("../features/job/hub/hub-screen.tsx").then(() => undefined),
};

// Only where the worker hands the files out: a first visit leads to the sign-in, over the line that there is.
const isInstalled = Boolean(navigator.serviceWorker?.controller);
if (isInstalled) void warmUp();
const screen = isInstalled ? firstScreens[location.pathname]?.() : undefined;
// A hint only: where it fails, the router asks again and says so.
const hint = screen?.catch(() => undefined);
void import("./main.tsx").then(({ start }) => start(hint));

/** The browser takes its time to open what it has stored: it does so while the code comes. */
async function warmUp(): Promise<void> {
  try {
    await indexedDB.databases?.();
  } catch {
    // Where storage is forbidden, the opening itself says so.
  }
}
