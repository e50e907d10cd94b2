import type { Device } from "@fieldfare/device";
import { useSyncExternalStore } from "react";
import { formatSize } from "../ui/language.ts";
import { strings } from "./strings.ts";

/** The state of a running sync. `done` and `total` are bytes while it downloads, rows while it stores. */
export interface SyncRun {
  readonly step: "preparing" | "download" | "store";
  readonly done: number;
  readonly total: number | null;
}

const minShownBytes = 50_000;

let current: SyncRun | null = null;
let networkFailedOn = 0;
let running = 0;
const listeners = new Set<() => void>();

/** The sync that runs now; null: none. */
export function useSyncRun(): SyncRun | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** Describes the running sync as text. */
export function describeSync(run: SyncRun): string {
  const text = strings().sync;
  if (run.step === "preparing") return text.preparing;
  if (run.step === "store") return text.store;
  // A small download would be shown as 0 MB of 0 MB.
  if ((run.total ?? run.done) < minShownBytes) return text.download;
  const total = run.total === null ? null : formatSize(run.total);
  return `${text.download}: ${text.downloaded(formatSize(run.done), total)}`;
}

/** Follows the sync events of the device, including those of other tabs. Called once at start. */
export function watchSync(device: Device): void {
  device.events.on((event) => {
    if (event.kind === "network-error") networkFailedOn = Date.now();
    if (event.kind !== "sync-progress") return;
    const { step, done, total } = event;
    if (step !== "finished") change({ step, done, total });
    else if (running === 0) change(null);
  });
}

/** Marks a sync as running while `work` runs. */
export async function trackSyncRun<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  change({ step: "preparing", done: 0, total: null });
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) change(null);
  }
}

/** True when the network has failed since `startedAt` (ms since 1970). A toast has reported it already. */
export function networkFailedSince(startedAt: number): boolean {
  return networkFailedOn >= startedAt;
}

function change(next: SyncRun | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
