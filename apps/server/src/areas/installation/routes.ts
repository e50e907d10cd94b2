import { checkInstallation, getInstallation, register, setPin } from "@fieldfare/contract";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { changePin, judgeInstallation, registerDevice, stateOfDevice } from "./verbs.ts";

/** Devices of training builds are registered apart: none takes the place of an engineer's live one. */
export function installationRoutes(server: Server, isTraining = false): Route[] {
  return [
    // An engineer, with or without a device: how the device that calls stands.
    route(getInstallation, ({ who, query, deviceId }) =>
      stateOfDevice(server, { ...who, isTraining }, deviceId, query.hasLocalData),
    ),
    // An engineer before installing: whether this browser may become their device.
    route(checkInstallation, ({ who, body }) =>
      judgeInstallation(server, { ...who, isTraining }, body.deviceId),
    ),
    // An engineer with the wizard's answers: the browser is their device, with its PIN and their signature.
    route(register, ({ who, body }) => registerDevice(server, { ...who, isTraining }, body)),
    // An engineer on a device: its PIN is another one.
    route(setPin, ({ who, body }) => changePin(server, { ...who, isTraining }, body)),
  ];
}
