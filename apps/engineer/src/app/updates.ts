import { type Device, logError } from "@fieldfare/device";
import { tellUpdate } from "../device/update.ts";
import { isSafePoint } from "../ui/unsafe-point.ts";
import { showToast } from "../ui/toast.tsx";
import { words } from "./words.ts";

const script = "/service-worker.js";
const checkEvery = 30 * 60_000;

/**
 * Registers the service worker. A new version is fetched in the background and taken over at a safe point only:
 * at start, at sign-in, or when the notice is tapped and nothing is open that would be lost.
 */
export async function startUpdates(device: Device): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  try {
    const registration = await navigator.serviceWorker.register(script);
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
    setInterval(() => check(registration), checkEvery);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") check(registration);
    });
  } catch (error) {
    await dropBrokenWorker();
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
function takeOver(registration: ServiceWorkerRegistration): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
    once: true,
  });
  registration.waiting?.postMessage({ kind: "take-over" });
}

function check(registration: ServiceWorkerRegistration): void {
  // Offline at the check is no fault: the next one comes.
  registration.update().catch(() => undefined);
}

const droppedKey = "fieldfare.worker-dropped";

/** A worker script that is gone or is no script would hold an old app for ever: it is unregistered, once. */
async function dropBrokenWorker(): Promise<void> {
  const answer = await fetch(script, { cache: "no-store" }).catch(() => null);
  if (!answer || sessionStorage.getItem(droppedKey)) return;
  const isScript = answer.headers.get("content-type")?.includes("javascript") ?? false;
  if (answer.status !== 404 && isScript) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  sessionStorage.setItem(droppedKey, "yes");
  await registration.unregister();
  location.reload();
}
