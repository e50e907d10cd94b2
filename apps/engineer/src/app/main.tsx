import { type Device, logError, readSession } from "@fieldfare/device";
import { openPageDevice } from "@fieldfare/device/browser";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { DeviceProvider, forgetAhead, readAhead } from "../device/device.tsx";
import { watchConnection } from "../device/connection.ts";
import { speakEvents } from "../device/events.ts";
import { watchNewJobs } from "../device/new-jobs.ts";
import { watchInstallPrompt } from "../ui/install-prompt.ts";
import { watchSync } from "../device/sync.ts";
import { words as deviceWords } from "../device/words.ts";
import { chooseLanguage } from "../ui/language.ts";
import { startTheme } from "../ui/theme.ts";
import { showToast } from "../ui/toast.tsx";
import { isSafePoint } from "../ui/unsafe-point.ts";
import { tellFirstScreen } from "./first-screen.ts";
import { type AppRouter, createAppRouter } from "./router.tsx";
import { screenRoutes } from "./routes.ts";
import { StartFailed } from "./start-failed.tsx";

/** Where most people go next: their code is fetched once the first screen stands. */
const nextAddresses = ["/jobs", "/jobs/selected"];

/** Milliseconds from the first screen to what runs behind it, so that the two do not compete. */
const behindAfter = 500;

/** Most tabs let go at once: only one that does not is worth a word. */
const blockedAfter = 2_000;

let isOpen = false;

/** Reads the rows that a screen shows first, while the app around it is made. */
export type ReadAhead = (device: Device) => void;

/** Draws the app. `screen` is on its way already: the one whose address was opened. */
export async function start(screen: Promise<ReadAhead | undefined> | undefined): Promise<void> {
  startTheme();
  chooseLanguage(navigator.languages);
  watchInstallPrompt();
  const root = createRoot(document.getElementById("root") as HTMLElement);
  try {
    const opened = await openPageDevice(() => sayBlocked(root));
    isOpen = true;
    if (opened.mode === "sends-only") {
      const { SendsOnly } = await import("./sends-only.tsx");
      root.render(<SendsOnly device={opened.device} why={opened.why} />);
      return;
    }
    const { device, start: state, catchUp } = opened;
    void readAhead(device, readSession);
    void screen?.then((readRows) => readRows?.(device));
    const router = createAppRouter(device);
    watchSync(device);
    watchConnection(device);
    watchNewJobs(device);
    speakEvents(device, waysOf(router));
    reportSurprises(device);
    const stop = router.subscribe("onRendered", () => {
      stop();
      setTimeout(() => {
        forgetAhead();
        tellFirstScreen();
        void catchUp();
        void import("./behind.ts").then(({ startBehind }) => startBehind(device));
      }, behindAfter);
    });
    root.render(
      <StrictMode>
        <DeviceProvider value={device}>
          <RouterProvider router={router} />
        </DeviceProvider>
      </StrictMode>,
    );
    if (state === "restored")
      showToast({ text: deviceWords().restored, kind: "warn", duration: "long" });
    for (const address of nextAddresses) setTimeout(() => void loadScreen(address), 2000);
  } catch (error) {
    console.error(error);
    root.render(<StartFailed />);
  }
}

function sayBlocked(root: Root): void {
  setTimeout(() => {
    if (isOpen) return;
    void import("./start-blocked.tsx").then(({ StartBlocked }) => {
      if (!isOpen) root.render(<StartBlocked />);
    });
  }, blockedAfter);
}

/** A hint only: where it fails, the router asks again and says so. */
async function loadScreen(address: string): Promise<void> {
  const screen = screenRoutes.find(({ path }) => path === address)?.screen();
  await screen?.catch(() => undefined);
}

function waysOf(router: AppRouter) {
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
  if (isSafePoint()) return router.navigate({ to: "/error" });
  showToast({
    text: deviceWords().tokenRenewalFailure,
    kind: "danger",
    duration: "persistent",
    key: "token",
    action: {
      label: deviceWords().signOut,
      run: () => void router.navigate({ to: "/signout" }),
    },
  });
}

function reportSurprises(device: Device): void {
  const report = (error: unknown) => {
    void logError(device, error, "page");
    device.events.tell({ kind: "generic-failure", detail: String(error) });
  };
  addEventListener("error", ({ error, message }) => {
    // Without an error it is the browser's own remark, such as on a loop of sizes.
    if (error) report(error);
    else void logError(device, message, "page");
  });
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
}
