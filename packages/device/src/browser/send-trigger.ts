import type { Device } from "../device.ts";
import type { DrainResult } from "../outbox/sender.ts";
import { ensureToken } from "../session/token.ts";
import { coalesceRuns } from "./coalesce-runs.ts";

declare global {
  interface ServiceWorkerRegistration {
    /** Absent in a browser without Background Sync. */
    readonly sync?: { register(tag: string): Promise<void> };
    /** Absent in a browser without Periodic Background Sync. */
    readonly periodicSync?: {
      register(tag: string, options: { readonly minInterval: number }): Promise<void>;
    };
  }
}

const outboxTag = "fieldfare-outbox";
/** The browser may make it rarer. */
const periodicMs = 3_600_000;

/**
 * A worker that was killed while it held our trigger does not answer. After this time the page
 * sends itself.
 */
const watchdogMs = 15_000;
const firstWaitMs = 2_000;
const maxWaitMs = 60_000;

/**
 * Sends in the service worker when one controls the page, else in the page. It also requests
 * Background Sync, which sends with the page closed where the browser supports it.
 */
export function createSendTrigger(device: Device): () => void {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async (): Promise<void> => {
    // Only this page has the credentials of an offline sign-in, so it has to get the token.
    if (device.pending.credentials) await ensureToken(device);
    // If it gets none, because the device is locked, only this page can get a token that sends.
    const { again, retryInMs = 0 } = device.pending.credentials
      ? await sendByPage(device)
      : await sendByWorkerOrPage(device);
    attempt = again ? attempt + 1 : 0;
    clearTimeout(timer);
    // The jitter comes on top of what the server asks for, so that not all phones return at once.
    if (again) timer = setTimeout(trigger, retryInMs + backOff(device, attempt));
  };

  const trigger = coalesceRuns(() => send().catch(() => undefined));
  return () => void trigger();
}

/** Whether sending should be tried again later, and when at the earliest. */
interface Retry {
  readonly again: boolean;
  readonly retryInMs?: number | undefined;
}

async function sendByWorkerOrPage(device: Device): Promise<Retry> {
  const controller = navigator.serviceWorker?.controller;
  if (!controller) return sendByPage(device);
  void requestBackgroundSync();
  return (await drainInWorker(controller)) ?? sendByPage(device);
}

/** Loads the sender. A page that a service worker controls seldom needs it. */
export function loadSender() {
  return import("../outbox/sender.ts");
}

async function sendByPage(device: Device): Promise<Retry> {
  const sender = await loadSender().catch(() => null);
  // Nothing can be sent without a network either.
  return sender ? toRetry(await sender.drain(device)) : { again: true };
}

function toRetry(result: DrainResult): Retry {
  return result.kind === "again" ? { again: true, retryInMs: result.retryInMs } : { again: false };
}

interface DrainReply {
  readonly alive?: true;
  /** Null when the worker cannot send; then the page does. */
  readonly again?: boolean | null;
  readonly retryInMs?: number | undefined;
}

function drainInWorker(controller: ServiceWorker): Promise<Retry | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let watchdog = setTimeout(() => resolve(null), watchdogMs);
    port1.addEventListener("message", (event: MessageEvent<DrainReply>) => {
      clearTimeout(watchdog);
      const { again, retryInMs } = event.data;
      if (again === undefined) watchdog = setTimeout(() => resolve(null), watchdogMs);
      else resolve(again === null ? null : { again, retryInMs });
    });
    port1.start();
    controller.postMessage({ kind: "drain" }, [port2]);
  });
}

async function requestBackgroundSync(): Promise<void> {
  const { sync } = await navigator.serviceWorker.ready;
  try {
    await sync?.register(outboxTag);
  } catch {
    // The browser or its user has refused; the other triggers remain.
  }
}

/** Asks the browser to wake an installed app from time to time, where it supports that. */
export async function requestPeriodicSync(): Promise<void> {
  const { periodicSync } = await navigator.serviceWorker.ready;
  try {
    await periodicSync?.register(outboxTag, { minInterval: periodicMs });
  } catch {
    // The app is not installed or not allowed; Background Sync and the open page remain.
  }
}

/**
 * Doubles the wait with jitter up to a ceiling, so that a thousand phones do not return at once.
 */
export function backOff(device: Device, attempt: number): number {
  const whole = Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(attempt, 10));
  const random = (device.ports.randomBytes(1)[0] ?? 0) / 255;
  return Math.round(whole * (0.5 + random / 2));
}
