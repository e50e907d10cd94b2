import { ping } from "@fieldfare/contract";
import { callServer, type Device, readSession, runSync } from "@fieldfare/device";
import { useSyncExternalStore } from "react";
import { ask } from "../ui/dialog.tsx";
import { formatNumber } from "../ui/language.ts";
import { showToast } from "../ui/toast.tsx";
import { words } from "./words.ts";

/** What a running sync is at; null while none runs. Bytes while it downloads, rows while it stores. */
export interface SyncRun {
  readonly step: "preparing" | "download" | "store";
  readonly done: number;
  readonly total: number | null;
}

let current: SyncRun | null = null;
let networkFailedOn = 0;
const listeners = new Set<() => void>();

export function useSyncRun(): SyncRun | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** The running sync in words and numbers. */
export function describeSync(run: SyncRun): string {
  const spoken = words().sync;
  if (run.step === "preparing") return spoken.preparing;
  if (run.step === "store") return spoken.store;
  const total = run.total === null ? null : megabytes(run.total);
  return `${spoken.download}: ${spoken.downloaded(megabytes(run.done), total)}`;
}

/** Follows the device's reports, those of other tabs included. Called once at start. */
export function watchSync(device: Device): void {
  device.events.on((event) => {
    if (event.kind === "network-error") networkFailedOn = Date.now();
    if (event.kind !== "sync-progress") return;
    const { step, done, total } = event;
    if (step !== "finished") change({ step, done, total });
    else if (running === 0) change(null);
  });
}

let running = 0;

/**
 * Runs one sync and says how it ended. At start and at sign-in it is silent when nothing had changed,
 * and leaves it to the network's own toast when there was no network.
 */
export async function synchronise(
  device: Device,
  wish: { readonly asked: "start" | "sign-in" | "user"; readonly full?: boolean },
): Promise<void> {
  const spoken = words().sync;
  if (wish.asked === "start" && !(await isReachable(device))) {
    device.events.tell({ kind: "network-error" });
    return;
  }
  const began = Date.now();
  const first = await run(device, wish);
  const isLarge = first.code === "large-payload" && (await mayLoad(first.sizeInMb ?? 0));
  const asked = isLarge ? "user" : wish.asked;
  const result = isLarge ? await run(device, { ...wish, asked, allowLarge: true }) : first;
  switch (result.code) {
    case "auto-sync":
    case "user-requested":
      showToast({ text: spoken.success, kind: "good", key: "sync" });
      return;
    case "not-required":
      if (asked === "user") showToast({ text: spoken.notRequired, key: "sync" });
      return;
    case "error": {
      // Signed out meanwhile: nobody waits for it.
      if (!(await readSession(device)).user) return;
      if (asked === "user" || networkFailedOn < began)
        showToast({ text: spoken.failure, kind: "warn", duration: "long", key: "sync" });
      return;
    }
    case "large-payload":
  }
}

/** Asked before a start's sync: without a network a login that waits for one is no fault. */
async function isReachable(device: Device): Promise<boolean> {
  return (await callServer(device, ping, {})).ok;
}

async function run(device: Device, wish: Parameters<typeof runSync>[1]) {
  running += 1;
  change({ step: "preparing", done: 0, total: null });
  try {
    return await runSync(device, wish);
  } finally {
    running -= 1;
    if (running === 0) change(null);
  }
}

async function mayLoad(sizeInMb: number): Promise<boolean> {
  const spoken = words().sync;
  const answer = await ask({
    title: spoken.required,
    text: spoken.requiredText(sizeInMb),
    confirm: spoken.request,
    cancel: spoken.later,
  });
  return answer === true;
}

function megabytes(bytes: number): string {
  return formatNumber(bytes / 1_000_000, 1);
}

function change(next: SyncRun | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
