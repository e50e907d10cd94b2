import { newId } from "../ids.ts";
import type { Ports } from "../ports.ts";
import type { DeviceInstallation, KnownInstallation } from "./rows.ts";

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

export function pickKnownInstallation({
  deviceId,
  installationDate,
}: Pick<DeviceInstallation, keyof KnownInstallation>): KnownInstallation | null {
  return deviceId !== null && installationDate !== null ? { deviceId, installationDate } : null;
}
