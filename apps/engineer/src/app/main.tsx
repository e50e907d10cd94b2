import { type Device, logError, readSession } from "@fieldfare/device";
import { openPageDevice } from "@fieldfare/device/browser";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { DeviceProvider, clearPrefetched, prefetch } from "../phone/device.tsx";
import { watchConnection } from "../phone/connection.ts";
import { handleDeviceEvents } from "../phone/events.ts";
import { watchNewJobs } from "../phone/new-jobs.ts";
import { watchInstallPrompt } from "../ui/install-prompt.ts";
import { watchSync } from "../phone/sync.ts";
import { strings as phoneStrings } from "../phone/strings.ts";
import { chooseLanguage } from "../ui/language.ts";
import { startTheme } from "../ui/theme.ts";
import { showToast } from "../ui/toast.tsx";
import { isSafeToLeave } from "../ui/unsaved-changes-guard.ts";
import { markFirstRender } from "./first-render.ts";
import { type AppRouter, createAppRouter } from "./router.tsx";
import { screenRoutes } from "./routes.ts";
import { StartFailed } from "./start-failed.tsx";

/** Where most people go next: their code is fetched once the first screen stands. */
const nextPaths = ["/jobs", "/jobs/selected"];

/** Milliseconds from the first screen to what runs behind it, so that the two do not compete. */
const idleTasksDelayMs = 500;

/** Most tabs let go at once: only one that does not is worth a word. */
const blockedNoticeDelayMs = 2_000;

let isOpen = false;

/** Reads the rows that a screen shows first, while the app around it is made. */
export type PrefetchScreen = (device: Device) => void;

/** Draws the app. `screen` is on its way already: the one whose address was opened. */
export async function start(
  screen: Promise<PrefetchScreen | undefined> | undefined,
): Promise<void> {
  startTheme();
  chooseLanguage(navigator.languages);
  watchInstallPrompt();
  const root = createRoot(document.getElementById("root") as HTMLElement);
  try {
    const opened = await openPageDevice(() => showBlocked(root));
    isOpen = true;
    if (opened.mode === "sends-only") {
      const { SendsOnly } = await import("./sends-only.tsx");
      root.render(<SendsOnly device={opened.device} why={opened.why} />);
      return;
    }
    const { device, start: state, catchUp } = opened;
    void prefetch(device, readSession);
    void screen?.then((prefetchScreen) => prefetchScreen?.(device));
    const router = createAppRouter(device);
    watchSync(device);
    watchConnection(device);
    watchNewJobs(device);
    handleDeviceEvents(device, createEventCallbacks(router));
    reportUncaughtErrors(device);
    const stop = router.subscribe("onRendered", () => {
      stop();
      setTimeout(() => {
        clearPrefetched();
        markFirstRender();
        void catchUp();
        void import("./idle-tasks.ts").then(({ startIdleTasks }) => startIdleTasks(device));
      }, idleTasksDelayMs);
    });
    root.render(
      <StrictMode>
        <DeviceProvider value={device}>
          <RouterProvider router={router} />
        </DeviceProvider>
      </StrictMode>,
    );
    if (state === "restored")
      showToast({ text: phoneStrings().restored, kind: "warn", duration: "long" });
    for (const address of nextPaths) setTimeout(() => void loadScreen(address), 2000);
  } catch (error) {
    console.error(error);
    root.render(<StartFailed />);
  }
}

function showBlocked(root: Root): void {
  setTimeout(() => {
    if (isOpen) return;
    void import("./start-blocked.tsx").then(({ StartBlocked }) => {
      if (!isOpen) root.render(<StartBlocked />);
    });
  }, blockedNoticeDelayMs);
}

/** A hint only: where it fails, the router asks again and says so. */
async function loadScreen(address: string): Promise<void> {
  const screen = screenRoutes.find(({ path }) => path === address)?.screen();
  await screen?.catch(() => undefined);
}

function createEventCallbacks(router: AppRouter) {
  return {
    signOut: () => void router.navigate({ to: "/signout" }),
    showTokenError: () => void showTokenError(router),
    checkLock: () => void router.invalidate(),
  };
}

/**
 * The error page with its sign-out. Somebody who has signed out stands at an open screen, or is on the way there,
 * and needs no error. Where work is being entered the way out is offered and nothing is taken away.
 */
async function showTokenError(router: AppRouter): Promise<void> {
  const { pathname } = router.state.location;
  if (screenRoutes.some(({ path, access }) => path === pathname && access === "open")) return;
  if (isSafeToLeave()) return router.navigate({ to: "/error" });
  showToast({
    text: phoneStrings().tokenRenewalFailure,
    kind: "danger",
    duration: "persistent",
    key: "token",
    action: {
      label: phoneStrings().signOut,
      run: () => void router.navigate({ to: "/signout" }),
    },
  });
}

function reportUncaughtErrors(device: Device): void {
  const report = (error: unknown) => {
    void logError(device, error, "page");
    device.events.emit({ kind: "generic-failure", detail: String(error) });
  };
  addEventListener("error", ({ error, message }) => {
    // Without an error it is the browser's own remark, such as on a loop of sizes.
    if (error) report(error);
    else void logError(device, message, "page");
  });
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
}
