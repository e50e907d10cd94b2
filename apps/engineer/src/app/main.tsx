import "../ui/tokens.css";
import "../ui/base.css";
import { type Device, logError, readSession } from "@fieldfare/device";
import { openPageDevice } from "@fieldfare/device/browser";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { DeviceProvider } from "../device/device.tsx";
import { speakEvents } from "../device/events.ts";
import { watchInstallPrompt } from "../ui/install-prompt.ts";
import { watchSync } from "../device/sync.ts";
import { words as deviceWords } from "../device/words.ts";
import { chooseLanguage } from "../ui/language.ts";
import { startTheme } from "../ui/theme.ts";
import { showToast } from "../ui/toast.tsx";
import { isSafePoint } from "../ui/unsafe-point.ts";
import { type AppRouter, createAppRouter } from "./router.tsx";
import { screenRoutes } from "./routes.ts";
import { StartFailed } from "./start-failed.tsx";

/** Where most people go next: their code is fetched once the first screen stands. */
const nextAddresses = ["/jobs", "/jobs/selected"];

/** Milliseconds from the first screen to what runs behind it, so that the two do not compete. */
const behindAfter = 500;

startTheme();
chooseLanguage(navigator.languages);
watchInstallPrompt();
await start();

async function start(): Promise<void> {
  const root = createRoot(document.getElementById("root") as HTMLElement);
  // Its code comes while the database opens; the router finds it loaded.
  void loadScreen(location.pathname);
  try {
    const { device, start: state } = await openPageDevice();
    const router = createAppRouter(device);
    watchSync(device);
    speakEvents(device, waysOf(device, router));
    reportSurprises(device);
    const stop = router.subscribe("onRendered", () => {
      stop();
      setTimeout(() => {
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

/** A hint only: where it fails, the router asks again and says so. */
async function loadScreen(address: string): Promise<void> {
  const screen = screenRoutes.find(({ path }) => path === address)?.screen();
  await screen?.catch(() => undefined);
}

function waysOf(device: Device, router: AppRouter) {
  return {
    signOut: () => void router.navigate({ to: "/signout" }),
    showTokenError: () => void showTokenError(device, router),
    checkLock: () => void router.invalidate(),
  };
}

/** Whoever signed out while something was under way has no token and needs no error: the guard leads on. */
async function showTokenError(device: Device, router: AppRouter): Promise<void> {
  const { user } = await readSession(device);
  if (user && isSafePoint()) await router.navigate({ to: "/error" });
}

function reportSurprises(device: Device): void {
  addEventListener("error", (event) => void logError(device, event.error ?? event.message, "page"));
  addEventListener("unhandledrejection", (event) => {
    void logError(device, event.reason, "page");
    device.events.tell({ kind: "generic-failure", detail: String(event.reason) });
  });
}
