import type { Device } from "@fieldfare/device";
import { useSyncExternalStore } from "react";

let isLacking = false;
const listeners = new Set<() => void>();

/** Whether messages wait because the phone is too full to store what the server answers. */
export function useSendingLacksSpace(): boolean {
  return useSyncExternalStore(subscribe, () => isLacking);
}

/** Follows the sender of this page and of the worker. Called once, with the idle tasks. */
export function watchFullStorage(device: Pick<Device, "events">): void {
  device.events.on((event) => {
    if (event.kind === "sending-lacks-space") change(true);
    if (event.kind === "drained" || (event.kind === "contact" && !event.isReached)) change(false);
  });
}

function change(next: boolean): void {
  if (next === isLacking) return;
  isLacking = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
