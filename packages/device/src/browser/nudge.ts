import type { Device } from "../device.ts";
import { backOff } from "../outbox/back-off.ts";
import { drain } from "../outbox/sender.ts";
import { ensureToken } from "../session/token.ts";
import { inTurn } from "./in-turn.ts";

/** A worker that was killed while it held our nudge says nothing: after this the page sends itself. */
const watchdogMs = 15_000;

/**
 * Sends in the service worker where one controls the page, else here.
 * Background Sync is asked as well: it sends with the page closed, where the browser has it.
 */
export function createNudge(device: Device): () => void {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async (): Promise<void> => {
    // Credentials of an offline sign-in are in this page only: the token has to be had here.
    if (device.pending.credentials) await ensureToken(device);
    const again = await sendSomewhere(device);
    attempt = again ? attempt + 1 : 0;
    clearTimeout(timer);
    if (again) timer = setTimeout(nudge, backOff(device, attempt));
  };

  const nudge = inTurn(() => send().catch(() => undefined));
  return () => void nudge();
}

/** True when something should be tried again later. */
async function sendSomewhere(device: Device): Promise<boolean> {
  const controller = navigator.serviceWorker?.controller;
  if (!controller) return (await drain(device)).kind === "again";
  void askBackgroundSync();
  const answer = await askWorker(controller);
  return answer ?? (await drain(device)).kind === "again";
}

interface WorkerAnswer {
  readonly alive?: true;
  /** Null when the worker cannot send: then the page does. */
  readonly again?: boolean | null;
}

function askWorker(controller: ServiceWorker): Promise<boolean | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let watchdog = setTimeout(() => resolve(null), watchdogMs);
    port1.addEventListener("message", (event: MessageEvent<WorkerAnswer>) => {
      clearTimeout(watchdog);
      if (event.data.again === undefined) watchdog = setTimeout(() => resolve(null), watchdogMs);
      else resolve(event.data.again);
    });
    port1.start();
    controller.postMessage({ kind: "drain" }, [port2]);
  });
}

async function askBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const { sync } = registration as ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  };
  try {
    await sync?.register("fieldfare-outbox");
  } catch {
    // Refused by the browser or its user: the other nudges remain.
  }
}
