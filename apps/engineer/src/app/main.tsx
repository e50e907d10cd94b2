import { type Device, logError, readClientSettings, readSession } from "@fieldfare/device";
import { openPageDevice } from "@fieldfare/device/browser";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { DeviceProvider, prefetch } from "../phone/device.tsx";
import { startAppLock } from "../phone/app-lock.ts";
import { watchConnection } from "../phone/connection.ts";
import { forgetEarlyLock, removeEarlyLock } from "../phone/early-lock.ts";
import { handleDeviceEvents } from "../phone/events.ts";
import { firstRenderDelayMs, readFirstRows, setFirstRows } from "../phone/first-render.ts";
import { watchNewJobs } from "../phone/new-jobs.ts";
import { watchInstallPrompt } from "../ui/install-prompt.ts";
import { watchSync } from "../phone/sync.ts";
import { strings as phoneStrings } from "../phone/strings.ts";
import { chooseLanguage } from "../ui/language.ts";
import { startTheme } from "../ui/theme.ts";
import { watchPhoneBack } from "../ui/phone-back.ts";
import { showToast } from "../ui/toast.tsx";
import { prepareUnlockScreen, syncIndicator, unlockScreen } from "./lazy-components.ts";
import { type AppRouter, createAppRouter } from "./router.tsx";
import { StartFailed } from "./start-failed.tsx";

/** Milliseconds. Most tabs release the database at once: the notice is for one that does not. */
const blockedNoticeDelayMs = 2_000;

/** Milliseconds. A start takes some seconds on the slowest phone. */
const slowNoticeDelayMs = 15_000;

let isOpen = false;

/** Reads the rows that a screen shows first while the app is still loading. */
export type PrefetchScreen = (device: Device) => Promise<void>;

/** Draws the app. `screen` is the screen of the opened address; its code is loading already. */
export async function start(
  screen: Promise<PrefetchScreen | undefined> | undefined,
): Promise<void> {
  startTheme();
  chooseLanguage(navigator.languages);
  watchInstallPrompt();
  const element = document.getElementById("root");
  if (!element) throw new Error('The page has no element "root"');
  const root = createRoot(element);
  setTimeout(() => void explainSlowStart(), slowNoticeDelayMs);
  // What is needed where an engineer is signed in is evaluated while the databases are being opened.
  const isInstalled = Boolean(navigator.serviceWorker?.controller);
  const indicator = isInstalled ? syncIndicator.load().catch(() => undefined) : undefined;
  if (readClientSettings().lockAfterMinutes === null) forgetEarlyLock();
  else if (isInstalled) void unlockScreen.load();
  try {
    const opened = await openPageDevice(() => showBlocked(root));
    isOpen = true;
    if (opened.mode === "send-only") {
      const { SendOnlyScreen } = await import("./send-only-screen.tsx");
      root.render(<SendOnlyScreen device={opened.device} reason={opened.reason} />);
      return;
    }
    const { device, start: state, catchUp } = opened;
    const session = prefetch(device, readSession);
    const appLock = startAppLock(device);
    const isLocked = device.engineer && appLock.isLockedFor(device.engineer.ownerId);
    const lock = isLocked ? prepareUnlockScreen(device) : undefined;
    const isSealed = device.engineer?.sealing?.isLocked === true;
    const readRows = async () => (await screen)?.(device);
    const rows = Promise.all([lock, isSealed ? undefined : readRows(), indicator]);
    watchPhoneBack();
    const router = createAppRouter(device);
    watchSync(device);
    watchConnection(device);
    watchNewJobs(device);
    handleDeviceEvents(device, createEventCallbacks(router));
    reportUncaughtErrors(device);
    const stop = router.subscribe("onRendered", () => {
      stop();
      setTimeout(() => {
        void catchUp();
        void import("./idle-tasks.ts").then(({ startIdleTasks }) => startIdleTasks(device));
      }, firstRenderDelayMs);
    });
    setFirstRows(() => Promise.all([router.load(), session, rows]));
    await readFirstRows();
    setFirstRows(readRows);
    root.render(
      <StrictMode>
        <DeviceProvider value={device}>
          <RouterProvider router={router} />
        </DeviceProvider>
      </StrictMode>,
    );
    if (state === "restored")
      showToast({ text: phoneStrings().restored, kind: "warn", duration: "long" });
  } catch (error) {
    console.error(error);
    root.render(<StartFailed />);
  }
}

/** Writes into the page's own notice, which is there until the first screen is drawn. */
async function explainSlowStart(): Promise<void> {
  const find = () => document.querySelector("#root .starting p");
  if (!find()) return;
  const { strings } = await import("./start-strings.ts");
  const notice = find();
  if (!notice) return;
  notice.textContent = strings().slow;
  // The early lock would cover the notice.
  removeEarlyLock();
}

function showBlocked(root: Root): void {
  setTimeout(() => {
    if (isOpen) return;
    void import("./start-blocked.tsx").then(({ StartBlocked }) => {
      if (!isOpen) root.render(<StartBlocked />);
    });
  }, blockedNoticeDelayMs);
}

function createEventCallbacks(router: AppRouter) {
  return {
    signOut: () => void router.navigate({ to: "/signout" }),
    showTokenError: () =>
      void import("./token-error.ts").then(({ showTokenError }) => showTokenError(router)),
    leaveTokenError: () => {
      if (router.state.location.pathname === "/error")
        void router.navigate({ to: "/", replace: true });
    },
    checkLock: () => void router.invalidate(),
    // Loaded anew, so that nothing of the engineer stays in memory.
    showWiped: () =>
      void router.navigate({ to: "/wiped", replace: true }).then(() => location.reload()),
  };
}

function reportUncaughtErrors(device: Device): void {
  const report = (error: unknown) => {
    void logError(device, error, "page");
    device.events.emit({ kind: "generic-failure", detail: String(error) });
  };
  addEventListener("error", ({ error, message }) => {
    // An event without an error is a notice of the browser, such as a ResizeObserver loop.
    if (error) report(error);
    else void logError(device, message, "page");
  });
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
}
