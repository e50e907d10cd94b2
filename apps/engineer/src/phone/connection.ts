import type { Device } from "@fieldfare/device";
import { useSyncExternalStore } from "react";

/** Whether the server can be reached, as far as this page knows. */
export type Connection = "online" | "offline" | "unreachable";

let current: Connection = "online";
const listeners = new Set<() => void>();

/** Returns the state of the connection, and draws again when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => current);
}

/** Follows the browser's online state and the results of the sender and the poll. Called once at start. */
export function watchConnection(device: Device): void {
  const readBrowserState = () => change(navigator.onLine ? "online" : "offline");
  addEventListener("online", readBrowserState);
  addEventListener("offline", readBrowserState);
  device.events.on((event) => {
    if (event.kind !== "contact") return;
    if (event.isReached) change("online");
    else change(navigator.onLine ? "unreachable" : "offline");
  });
  readBrowserState();
}

function change(next: Connection): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
