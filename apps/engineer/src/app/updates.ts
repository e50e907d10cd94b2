import { buildNumber, ping } from "@fieldfare/contract";
import { callServer, type Device, logError } from "@fieldfare/device";
import { tellUpdate } from "../device/update.ts";
import { isSafePoint } from "../ui/unsafe-point.ts";
import { showToast } from "../ui/toast.tsx";
import { createUpdateChecks, type ScriptState } from "./update-checks.ts";
import { words } from "./words.ts";

const script = "/service-worker.js";
const checkEvery = 30 * 60_000;
const askAgainMs = 2_000;

/**
 * Registers the service worker. A new version is fetched in the background and taken over at a safe point only:
 * at start, at sign-in, or when the notice is tapped and nothing is open that would be lost.
 */
export async function startUpdates(device: Device): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  try {
    const registration = await navigator.serviceWorker
      .register(script)
      .catch(async (error: unknown) => {
        void logError(device, error, "service worker");
        return navigator.serviceWorker.getRegistration();
      });
    if (!registration) return;
    if (registration.waiting && navigator.serviceWorker.controller) {
      if (isSafePoint()) {
        takeOver(registration);
        return;
      }
      offer(registration);
    }
    registration.addEventListener("updatefound", () => announce(registration));
    if (registration.installing) announce(registration);
    // A version that comes from here on is offered; one that came before was taken at the start.
    performance.mark("updates-watched");
    tellUpdate({ check: async () => void (await registration.update()) });
    const checks = createUpdateChecks(buildNumber, {
      now: () => Date.now(),
      later: (work, ms) => void setTimeout(work, ms),
      update: async () => void (await registration.update()),
      findScript: () => findScript(device),
      isSafePoint,
      drop: () => dropWorker(registration),
    });
    setInterval(() => void checks.check(), checkEvery);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void checks.check();
    });
    device.events.on((event) => {
      if (event.kind === "contact" && event.buildNumber !== undefined)
        void checks.noteServerBuild(event.buildNumber);
    });
    void checks.check();
  } catch (error) {
    void logError(device, error, "service worker");
  }
}

/** At sign-in nothing is open yet: a version that waits may come. */
export async function takeUpdateAtSignIn(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.waiting && navigator.serviceWorker.controller) takeOver(registration);
}

/** For a build that is too old for what is stored here. Answers false when there is no newer one to be had. */
export async function takeNewestVersion(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) {
    location.reload();
    return true;
  }
  await registration.update().catch(() => undefined);
  const { installing } = registration;
  if (installing)
    await new Promise<void>((resolve) => {
      installing.addEventListener("statechange", () => {
        if (installing.state !== "installing") resolve();
      });
    });
  if (!registration.waiting) return false;
  takeOver(registration);
  return true;
}

function announce(registration: ServiceWorkerRegistration): void {
  const worker = registration.installing;
  worker?.addEventListener("statechange", () => {
    if (worker.state !== "installed" || !navigator.serviceWorker.controller) return;
    offer(registration);
  });
}

function offer(registration: ServiceWorkerRegistration): void {
  const take = () => {
    if (isSafePoint()) {
      takeOver(registration);
      return;
    }
    showToast({ text: words().update.unsafe, duration: "long", key: "update-unsafe" });
    offer(registration);
  };
  tellUpdate({ take });
  showToast({
    text: words().update.ready,
    duration: "persistent",
    key: "update",
    action: { label: words().update.take, run: take },
  });
}

/** Only the page that asked reloads: another tab may have a form open and goes on with what it has. */
function takeOver({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) {
    // Another tab was faster: the new version is at work, and this page need only be loaded again.
    location.reload();
    return;
  }
  let isReloading = false;
  const reload = () => {
    if (isReloading) return;
    isReloading = true;
    location.reload();
  };
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  // The other sign of the same: a page that the new version has not claimed hears of no other controller.
  waiting.addEventListener("statechange", () => {
    if (waiting.state === "activated" || waiting.state === "redundant") reload();
  });
  const ask = () => waiting.postMessage({ kind: "take-over" });
  ask();
  // The version at work may be sending at this moment, and a browser may then forget what it was asked for.
  setInterval(ask, askAgainMs);
}

/** What the server has in the script's place. Only our own server's word counts: a captive portal has a page for it too. */
async function findScript(device: Device): Promise<ScriptState> {
  const answer = await fetch(script, { cache: "no-store" }).catch(() => null);
  if (!answer) return "unknown";
  const isScript = answer.headers.get("content-type")?.includes("javascript") ?? false;
  if (answer.ok && isScript) return "there";
  if (answer.status !== 404 && !answer.ok) return "unknown";
  return (await callServer(device, ping, {})).ok ? "gone" : "unknown";
}

const droppedKey = "fieldfare.worker-dropped";

/** A worker whose script is gone or is no script would hold an old app for ever. Once, so that no page loads in circles. */
async function dropWorker(registration: ServiceWorkerRegistration): Promise<void> {
  if (sessionStorage.getItem(droppedKey)) return;
  sessionStorage.setItem(droppedKey, "yes");
  await registration.unregister();
  location.reload();
}
