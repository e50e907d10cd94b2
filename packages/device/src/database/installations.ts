import { newId } from "../ids.ts";
import type { Ports } from "../ports.ts";
import type { DeviceInstallation, KnownInstallation } from "./rows.ts";

/** Returns the installation of an engineer who has not installed this browser. */
export function emptyInstallation(ports: Pick<Ports, "now" | "randomBytes">): DeviceInstallation {
  return {
    installationDate: null,
    deviceId: null,
    enabled: true,
    incarnation: newId(ports),
    serverEpoch: null,
    recoveryPending: false,
  };
}

/** Returns null until this browser is installed. */
export function pickKnownInstallation({
  deviceId,
  installationDate,
}: Pick<DeviceInstallation, keyof KnownInstallation>): KnownInstallation | null {
  return deviceId !== null && installationDate !== null ? { deviceId, installationDate } : null;
}
