import type { Device, Session } from "@fieldfare/device";
import { useLiveQuery } from "dexie-react-hooks";
import { createContext, useContext, useState } from "react";

const DeviceContext = createContext<Device | null>(null);
const SessionContext = createContext<Session | null>(null);

export const DeviceProvider = DeviceContext.Provider;
export const SessionProvider = SessionContext.Provider;

export function useDevice(): Device {
  const device = useContext(DeviceContext);
  if (!device) throw new Error("No device stands above this screen");
  return device;
}

/** Who is signed in and how this phone is set, drawn anew when that changes. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("No session stands above this screen");
  return session;
}

/** Rows of the local database, read again whenever a row that was read changes. Undefined until the first answer. */
export function useLive<T>(
  read: () => Promise<T> | T,
  dependencies: readonly unknown[] = [],
): T | undefined {
  return useLiveQuery(read, [...dependencies]);
}

type Read<T> = (device: Device) => Promise<T>;

let prefetched: Map<Read<unknown>, unknown> | null = new Map();

/** Reads for a screen that is still on its way: what is there when it comes is drawn at once. */
export async function prefetch<T>(device: Device, read: Read<T>): Promise<void> {
  const rows = await read(device);
  // What comes after the first screen stands is too late, and may be another engineer's by the time it is drawn.
  prefetched?.set(read, rows);
}

/** The first screen stands: the next one reads for itself. */
export function clearPrefetched(): void {
  prefetched = null;
}

/** Live rows, as `useLive` has them, of a read that may have been made ahead. */
export function usePrefetchedRows<T>(read: Read<T>): T | undefined {
  const device = useDevice();
  const [initialRows] = useState(() => prefetched?.get(read) as T | undefined);
  return useLive(() => read(device), [device, read]) ?? initialRows;
}
