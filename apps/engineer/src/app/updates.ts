import { buildNumber, ping } from "@fieldfare/contract";
import { callServer, type Device, logError } from "@fieldfare/device";
import { setUpdateState } from "../phone/update.ts";
import { isSafeToLeave } from "../ui/unsaved-changes-guard.ts";
import { showToast } from "../ui/toast.tsx";
import { createUpdateChecks, type ScriptState } from "./update-checks.ts";
import { strings } from "./start-strings.ts";

const script = "/service-worker.js";
const checkEvery = 30 * 60_000;
const firstRetryMs = 5_000;
const askAgainMs = 2_000;
/** A waiting version usually takes over within a second. After this time the page offers it. */
const takeOverMs = 5_000;

/**
 * Registers the service worker. A new version is downloaded in the background and activated only at the start, at
 * sign-in, or when the engineer taps the notice while no unsaved work is open.
 */
export async function startUpdates(device: Device): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  try {
    const registration = await registerWorker(device);
    // The worker does not control a page that was loading when the worker became active.
    if (!navigator.serviceWorker.controller) registration.active?.postMessage({ kind: "claim" });
    if (registration.waiting && navigator.serviceWorker.controller) {
      if (isSafeToLeave()) {
        applyUpdate(registration);
        await new Promise((resolve) => setTimeout(resolve, takeOverMs));
      }
      offerWaiting(registration);
    }
    registration.addEventListener("updatefound", () => offerOnceInstalled(registration));
    if (registration.installing) offerOnceInstalled(registration);
    // A version that is found from here on is offered. One that was found before is already active.
    performance.mark("updates-watched");
    // The browser reports a version once. One that waits longer is offered at each check.
    const update = async () => {
      await registration.update();
      offerWaiting(registration);
      return Boolean(registration.installing ?? registration.waiting);
    };
    setUpdateState({ check: update, isRefused: false });
    const checks = createUpdateChecks(buildNumber, {
      now: () => Date.now(),
      schedule: (work, ms) => void setTimeout(work, ms),
      update,
      findScript: () => findScript(device),
      isSafeToLeave,
      unregisterWorker: () => unregisterWorker(registration),
    });
    const isVisible = () => document.visibilityState === "visible";
    setInterval(() => isVisible() && void checks.check(), checkEvery);
    document.addEventListener("visibilitychange", () => isVisible() && void checks.checkAgain());
    device.events.on((event) => {
      if (event.kind === "contact" && event.buildNumber !== undefined)
        void checks.handleServerBuild(event.buildNumber);
    });
    void checks.check();
  } catch (error) {
    void logError(device, error, "service worker");
  }
}

/**
 * Registers the worker until a version of it is active. Without one the app does not start offline, and the browser
 * forgets a first version whose download broke off.
 */
async function registerWorker(device: Device): Promise<ServiceWorkerRegistration> {
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, checkEvery)) {
    const registration = await navigator.serviceWorker
      .register(script)
      .catch(async (error: unknown) => {
        void logError(device, error, "service worker");
        return navigator.serviceWorker.getRegistration();
      });
    if (registration && (await hasActiveVersion(registration))) return registration;
    setUpdateState({ isRefused: true });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Waits for the first version while it is installed. */
async function hasActiveVersion(registration: ServiceWorkerRegistration): Promise<boolean> {
  if (registration.active) return true;
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return false;
  while (worker.state !== "activated" && worker.state !== "redundant")
    await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  return worker.state === "activated";
}

/** Activates a waiting version at sign-in, when no unsaved work can be open. */
export async function applyUpdateAtSignIn(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.waiting && navigator.serviceWorker.controller) applyUpdate(registration);
}

/** Used by a build that is too old for the local database. Returns false when there is no newer build to load. */
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
    if (worker.state === "installed") offerWaiting(registration);
  });
}

let offered: ServiceWorker | null = null;

/** Offers a version that waits, with one notice for each version. Settings offer it for as long as it waits. */
function offerWaiting(registration: ServiceWorkerRegistration): void {
  const { waiting } = registration;
  if (!waiting || !navigator.serviceWorker.controller || waiting === offered) return;
  offered = waiting;
  offerUpdate(registration);
}

function offerUpdate(registration: ServiceWorkerRegistration): void {
  const apply = () => {
    if (isSafeToLeave()) {
      // The browser may take half a minute, until the active version has nothing to do.
      showToast({ text: strings().update.taking, duration: "long", key: "update" });
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
    isOffer: true,
    key: "update",
    action: { label: strings().update.take, run: apply },
  });
}

/** Activates the waiting version. Only this page reloads: another tab may have a form open and keeps its version. */
function applyUpdate(registration: ServiceWorkerRegistration): void {
  const { waiting } = registration;
  if (!waiting) {
    // Another tab was faster: the new version is active already, so this page only reloads.
    location.reload();
    return;
  }
  let isReloading = false;
  const reload = () => {
    if (isReloading) return;
    // It took long, and the engineer has opened a form meanwhile.
    if (!isSafeToLeave()) {
      offerUpdate(registration);
      return;
    }
    isReloading = true;
    location.reload();
  };
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  // A page that the new version has not claimed gets no `controllerchange` event.
  waiting.addEventListener("statechange", () => {
    if (waiting.state === "activated" || waiting.state === "redundant") reload();
  });
  const ask = () => {
    if (isSafeToLeave()) waiting.postMessage({ kind: "take-over" });
  };
  ask();
  // The active version may be sending now, and some browsers then drop the request: it is repeated.
  setInterval(ask, askAgainMs);
}

/** Checks whether the script exists. Only our own server's answer counts: a captive portal answers with a page. */
async function findScript(device: Device): Promise<ScriptState> {
  const answer = await fetch(script, { cache: "no-store" }).catch(() => null);
  if (!answer) return "unknown";
  const isScript = answer.headers.get("content-type")?.includes("javascript") ?? false;
  if (answer.ok && isScript) return "present";
  if (answer.status !== 404 && !answer.ok) return "unknown";
  return (await callServer(device, ping, {})).ok ? "missing" : "unknown";
}

const droppedKey = "fieldfare.worker-dropped";

/**
 * Unregisters a worker whose script is missing: it would serve an old app for ever. Once per tab, so that the page does
 * not reload in a loop.
 */
async function unregisterWorker(registration: ServiceWorkerRegistration): Promise<void> {
  if (sessionStorage.getItem(droppedKey)) return;
  sessionStorage.setItem(droppedKey, "yes");
  await registration.unregister();
  location.reload();
}
