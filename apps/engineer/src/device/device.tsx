import type { Device, Session } from "@fieldfare/device";
import { useLiveQuery } from "dexie-react-hooks";
import { createContext, useContext } from "react";

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
