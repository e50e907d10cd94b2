import {
  checkInstallation,
  confirmWipe,
  getInstallation,
  register,
  reportWipe,
  setPin,
} from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { readAuditSource, readDeviceSource } from "../../http/audit-source.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { approveDevice, listDevices, nameDevice, setLocked } from "./office.ts";
import { changePin, decideInstallation, registerDevice, readDeviceState } from "./registration.ts";
import { requestWipe, takeWipeConfirmation, takeWipeReport, withdrawWipe } from "./wipe.ts";

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
    route(register, ({ identity, body, request }) =>
      registerDevice(server, { ...identity, isTraining }, body, readDeviceSource(request)),
    ),
    // An engineer who has just given the password, on a device: change its PIN.
    route(setPin, ({ identity, body, request }) =>
      changePin(server, { ...identity, isTraining }, body, readDeviceSource(request)),
    ),
  ];
}

/** A device that has to be wiped may be locked, and signed out: it is known by its id and its key. */
export function wipeRoutes(server: Server): Route[] {
  return [
    // A device that has to be wiped: what it has not sent yet, and whether it begins to delete.
    route(reportWipe, ({ body, request }) =>
      takeWipeReport(server, body, readDeviceSource(request)),
    ),
    // A device that has deleted everything of its engineer.
    route(confirmWipe, ({ body, request }) =>
      takeWipeConfirmation(server, body, readAuditSource(request)),
    ),
  ];
}

/** The office's routes of devices. */
export function deviceOfficeRoutes(server: Server): Route[] {
  return [
    // The office: make a device send what it has and delete everything.
    route(office.wipeDevice, ({ params, body, request }) =>
      requestWipe(server, params.deviceId, body ?? {}, readAuditSource(request)),
    ),
    // The office: withdraw a wipe that the device has not begun.
    route(office.withdrawWipe, ({ params, request }) =>
      withdrawWipe(server, params.deviceId, readAuditSource(request)),
    ),
    // The office: devices with their last contact.
    route(office.listDevices, () => listDevices(server.database)),
    // The office: give a device a name.
    route(office.nameDevice, ({ params, body, request }) =>
      nameDevice(server, params.deviceId, body, readAuditSource(request)),
    ),
    // The office: let a further device of an engineer work.
    route(office.approveDevice, ({ params, request }) =>
      approveDevice(server, params.deviceId, readAuditSource(request)),
    ),
    // The office: lock a device, and let it work again.
    route(office.lockDevice, ({ params, request }) =>
      setLocked(server, params.deviceId, true, readAuditSource(request)),
    ),
    route(office.unlockDevice, ({ params, query, request }) =>
      setLocked(server, params.deviceId, false, readAuditSource(request), query.expectedLocked),
    ),
  ];
}
