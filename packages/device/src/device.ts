import type { Clock } from "./database/clock.ts";
import type { DeviceDatabase } from "./database/database.ts";
import type { DeviceEvents } from "./events.ts";
import type { Ports } from "./ports.ts";

/** One device, as a page, a service worker or a test sees it. */
export interface Device {
  readonly database: DeviceDatabase;
  readonly ports: Ports;
  readonly events: DeviceEvents;
  readonly clock: Clock;
  /**
   * Credentials of an offline sign-in, in memory only, to sign in online once the network is back.
   */
  readonly pending: { credentials: PendingCredentials | null };
}

export interface PendingCredentials {
  readonly email: string;
  readonly password?: string;
  readonly pin?: string;
}
