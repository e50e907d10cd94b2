import type { Device, Session } from "@fieldfare/device";
import { useLiveQuery } from "dexie-react-hooks";
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { afterFirstRender } from "./first-render.ts";

const DeviceContext = createContext<Device | null>(null);
const SessionContext = createContext<Session | null>(null);

export const DeviceProvider = DeviceContext.Provider;
export const SessionProvider = SessionContext.Provider;

/** The device of this page. Throws outside a `DeviceProvider`. */
export function useDevice(): Device {
  const device = useContext(DeviceContext);
  if (!device) throw new Error("This screen has no DeviceProvider above it");
  return device;
}

/** Returns the signed-in engineer and the phone's settings. The component draws again when they change. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("This screen has no SessionProvider above it");
  return session;
}

/**
 * Reads rows of the local databases, again whenever one of those rows changes or another engineer signs in, here or in
 * another tab. Undefined until the first result.
 */
export function useLive<T>(
  read: () => Promise<T> | T,
  dependencies: readonly unknown[] = [],
): T | undefined {
  return useLiveQuery(read, [useCurrentEngineerId(), ...dependencies]);
}

/** The engineer whose database is open. Null before anybody has signed in on this browser. */
function useCurrentEngineerId(): string | null {
  const device = useContext(DeviceContext);
  const subscribe = useCallback(
    (onSwitch: () => void) =>
      device?.events.on(({ kind }) => {
        if (kind === "user-switched") onSwitch();
      }) ?? (() => undefined),
    [device],
  );
  const readId = () => currentEngineerId(device);
  return useSyncExternalStore(subscribe, readId, readId);
}

function currentEngineerId(device: Device | null): string | null {
  return device?.engineer?.ownerId ?? null;
}

type Read<T> = (device: Device) => Promise<T>;

interface Prefetched {
  /** The engineer whose rows they are. Another may sign in, in another tab, before they are drawn. */
  readonly engineerId: string | null;
  readonly rows: unknown;
}

let prefetched: Map<Read<unknown>, Prefetched> | null = new Map();
// Later screens read their rows themselves.
void afterFirstRender.then(() => (prefetched = null));

/** Reads rows for a screen whose code is still loading, so that the screen can draw them at once. */
export async function prefetch<T>(device: Device, read: Read<T>): Promise<void> {
  const engineerId = currentEngineerId(device);
  const rows = await read(device);
  // Rows that arrive after the first render are dropped.
  prefetched?.set(read, { engineerId, rows });
}

/** Works as `useLive`, but starts with the rows of `prefetch` if they were read with the same function. */
export function usePrefetchedRows<T>(read: Read<T>): T | undefined {
  const device = useDevice();
  const [initialRows] = useState(() => findPrefetched(device, read));
  const rows = useLive(() => read(device), [device, read]);
  return rows === undefined ? initialRows : rows;
}

/**
 * Works as `usePrefetchedRows`, for rows whose reading takes long: those of `prefetch` are read again, and from then on
 * followed, after the first render.
 */
export function useRowsOfStart<T>(read: Read<T>): T | undefined {
  const device = useDevice();
  const [initialRows] = useState(() => findPrefetched(device, read));
  const [isFollowed, setFollowed] = useState(initialRows === undefined);
  useEffect(() => void afterFirstRender.then(() => setFollowed(true)), []);
  const rows = useLive(() => (isFollowed ? read(device) : undefined), [device, read, isFollowed]);
  return rows === undefined ? initialRows : rows;
}

function findPrefetched<T>(device: Device, read: Read<T>): T | undefined {
  const found = prefetched?.get(read);
  return found?.engineerId === currentEngineerId(device) && found ? toRows<T>(found) : undefined;
}

// The map does not say that a function is stored with the rows that it read.
// oxlint-disable-next-line typescript/consistent-type-assertions
const toRows = <T,>(found: Prefetched) => found.rows as T;
