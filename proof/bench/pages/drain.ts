import { createWorkerClient } from "../../../packages/device/src/browser/worker-client.ts";
import type { DrainSetup } from "./drain.worker.ts";

const callDrain = createWorkerClient(
  () => new Worker(new URL("./drain.worker.ts", import.meta.url), { type: "module" }),
);

/** Signs the worker's device in, as far as sending needs this. */
export function prepareDrain(setup: DrainSetup): Promise<void> {
  return callDrain<void>({ kind: "prepare", setup });
}

/** Queues the messages, then sends them by the outbox; returns the ms of both. */
export function drainOurs(): Promise<{ ms: number; queued: number }> {
  return callDrain<{ ms: number; queued: number }>({ kind: "ours" });
}

/** Queues the same messages, removes them from the outbox, and sends plain requests, one at a time. */
export function drainBare(): Promise<{ ms: number; queued: number }> {
  return callDrain<{ ms: number; queued: number }>({ kind: "bare" });
}
