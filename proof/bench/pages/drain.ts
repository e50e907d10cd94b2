import { createWorkerClient } from "../../../packages/device/src/browser/worker-client.ts";
import type { DrainSetup } from "./drain.worker.ts";

const callDrain = createWorkerClient(
  () => new Worker(new URL("./drain.worker.ts", import.meta.url), { type: "module" }),
);

/** Signs the worker's device in, as far as sending needs this. */
export function prepareDrain(setup: DrainSetup): Promise<void> {
  return callDrain<void>({ kind: "prepare", setup });
}

interface DrainTimes {
  readonly ms: number;
  readonly queued: number;
}

/** Queues the messages, then sends them by the outbox to a server that takes one at a time; returns the ms of both. */
export function drainOneAtATime(): Promise<DrainTimes> {
  return callDrain<DrainTimes>({ kind: "one at a time" });
}

/** Queues the messages, then sends them by the outbox, several in a request; returns the ms of both. */
export function drainBacklog(): Promise<DrainTimes> {
  return callDrain<DrainTimes>({ kind: "together" });
}

/** Queues the same messages, removes them from the outbox, and sends plain requests, one at a time. */
export function drainBare(): Promise<DrainTimes> {
  return callDrain<DrainTimes>({ kind: "bare" });
}
