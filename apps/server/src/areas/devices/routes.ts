import { checkInstallation, getInstallation, register, setPin } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { listDevices, setLocked } from "./office.ts";
import { changePin, decideInstallation, registerDevice, readDeviceState } from "./registration.ts";

/** Devices of training builds are registered separately, so that none replaces an engineer's live device. */
export function installationRoutes(server: Server, isTraining = false): Route[] {
  return [
    // An engineer, with or without a device: the installation state of the calling device.
    route(getInstallation, ({ identity, query, deviceId }) =>
      readDeviceState(server, { ...identity, isTraining }, deviceId, query.hasLocalData),
    ),
    // An engineer before installing: whether this browser may become their device.
    route(checkInstallation, ({ identity, body }) =>
      decideInstallation(server, { ...identity, isTraining }, body.deviceId),
    ),
    // An engineer with the wizard's answers: register the browser as their device, with its PIN and their signature.
    route(register, ({ identity, body }) =>
      registerDevice(server, { ...identity, isTraining }, body),
    ),
    // An engineer on a device: change its PIN.
    route(setPin, ({ identity, body }) => changePin(server, { ...identity, isTraining }, body)),
  ];
}

export function deviceOfficeRoutes({ database }: Server): Route[] {
  return [
    // The office: devices with their last contact.
    route(office.listDevices, () => listDevices(database)),
    // The office: lock a device, and let it work again.
    route(office.lockDevice, ({ params }) => setLocked(database, params.deviceId, true)),
    route(office.unlockDevice, ({ params }) => setLocked(database, params.deviceId, false)),
  ];
}
