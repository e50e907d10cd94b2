import { buildNumber, ping } from "@fieldfare/contract";
import { callServer, type Device, logError } from "@fieldfare/device";
import { setUpdateState } from "../phone/update.ts";
import { isSafeToLeave } from "../ui/unsaved-changes-guard.ts";
import { showToast } from "../ui/toast.tsx";
import { createUpdateChecks, type ScriptState } from "./update-checks.ts";
import { strings } from "./strings.ts";

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
      if (isSafeToLeave()) {
        applyUpdate(registration);
        return;
      }
      offerUpdate(registration);
    }
    registration.addEventListener("updatefound", () => offerOnceInstalled(registration));
    if (registration.installing) offerOnceInstalled(registration);
    // A version that comes from here on is offered; one that came before was taken at the start.
    performance.mark("updates-watched");
    setUpdateState({ check: async () => void (await registration.update()) });
    const checks = createUpdateChecks(buildNumber, {
      now: () => Date.now(),
      schedule: (work, ms) => void setTimeout(work, ms),
      update: async () => void (await registration.update()),
      findScript: () => findScript(device),
      isSafeToLeave,
      dropWorker: () => dropWorker(registration),
    });
    setInterval(() => void checks.check(), checkEvery);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void checks.check();
    });
    device.events.on((event) => {
      if (event.kind === "contact" && event.buildNumber !== undefined)
        void checks.handleServerBuild(event.buildNumber);
    });
    void checks.check();
  } catch (error) {
    void logError(device, error, "service worker");
  }
}

/** At sign-in nothing is open yet: a version that waits may come. */
export async function applyUpdateAtSignIn(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.waiting && navigator.serviceWorker.controller) applyUpdate(registration);
}

/** For a build that is too old for what is stored here. Answers false when there is no newer one to be had. */
export async function applyNewestVersion(): Promise<boolean> {
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
  applyUpdate(registration);
  return true;
}

function offerOnceInstalled(registration: ServiceWorkerRegistration): void {
  const worker = registration.installing;
  worker?.addEventListener("statechange", () => {
    if (worker.state !== "installed" || !navigator.serviceWorker.controller) return;
    offerUpdate(registration);
  });
}

function offerUpdate(registration: ServiceWorkerRegistration): void {
  const apply = () => {
    if (isSafeToLeave()) {
      applyUpdate(registration);
      return;
    }
    showToast({ text: strings().update.unsafe, duration: "long", key: "update-unsafe" });
    offerUpdate(registration);
  };
  setUpdateState({ apply });
  showToast({
    text: strings().update.ready,
    duration: "persistent",
    key: "update",
    action: { label: strings().update.take, run: apply },
  });
}

/** Only the page that asked reloads: another tab may have a form open and goes on with what it has. */
function applyUpdate({ waiting }: ServiceWorkerRegistration): void {
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
