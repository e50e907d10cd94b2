import type { Clock } from "./database/clock.ts";
import type { EngineerDatabase, SharedDatabase } from "./database/database.ts";
import type { EngineerDatabases } from "./database/engineer-databases.ts";
import type { DeviceEvents } from "./events.ts";
import type { Ports } from "./ports.ts";

export interface RequestToSign {
  readonly method: string;
  /** As the server receives it. */
  readonly path: string;
  readonly body: string;
  readonly token: string | null;
}

/** Signs a request with the key of an engineer's installation, and returns the headers. */
interface Signing {
  readonly signRequest: (
    database: EngineerDatabase,
    request: RequestToSign,
  ) => Promise<Record<string, string>>;
}

/** One device, as a page, a service worker or a test sees it. */
export interface Device {
  /** What all engineers of this browser share. */
  readonly shared: SharedDatabase;
  /** The current engineer's database. Throws before anybody has signed in on this browser. */
  readonly database: EngineerDatabase;
  /** The same; null before anybody has signed in. */
  readonly engineer: EngineerDatabase | null;
  readonly engineers: EngineerDatabases;
  readonly ports: Ports;
  readonly events: DeviceEvents;
  readonly clock: Clock;
  /**
   * A page loads the code that signs when it is needed. The service worker, which can load no code,
   * has it from the start.
   */
  readonly loadSigning: () => Promise<Signing>;
  /**
   * Credentials of an offline sign-in, in memory only, to sign in online once the network is back.
   */
  readonly pending: { credentials: PendingCredentials | null };
}

export interface PendingCredentials {
  readonly email: string;
  readonly password?: string;
  readonly pin?: string;
  /** A token that only sends, after a sign-in at the provider on a locked device: it signs in nowhere else. */
  readonly sendingToken?: string;
}

type DeviceParts = Omit<Device, "engineer" | "database">;

/** The device: what the screens read and do, for the engineer who is signed in at the time of each call. */
export function createDevice(parts: DeviceParts): Device {
  return withEngineer(parts, () => parts.engineers.current);
}

/**
 * Returns the device of the engineer who is the current user now. Work that waits for the network or
 * for a file uses it: when another engineer signs in meanwhile it still reads and writes the
 * database it began with, where the sign-in is then gone. Functions that begin such work call the device that they are
 * given `unbound`: its engineer changes when another one signs in.
 */
export function forCurrentEngineer(device: Device): Device {
  const { engineer } = device;
  return withEngineer(device, () => engineer);
}

/** Returns the device of an engineer who need not be the current user. */
export function forEngineer(device: Device, database: EngineerDatabase): Device {
  return withEngineer(device, () => database);
}

function withEngineer(
  { shared, engineers, ports, events, clock, loadSigning, pending }: DeviceParts,
  findEngineer: () => EngineerDatabase | null,
): Device {
  return {
    shared,
    engineers,
    ports,
    events,
    clock,
    loadSigning,
    pending,
    get engineer() {
      return findEngineer();
    },
    get database() {
      const engineer = findEngineer();
      if (!engineer) throw new Error("Nobody has signed in on this browser yet");
      return engineer;
    },
  };
}
