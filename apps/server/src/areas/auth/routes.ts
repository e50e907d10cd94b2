import { buildNumber, changePin, header, ping, refresh, signIn } from "@fieldfare/contract";
import { officeSignIn } from "@fieldfare/contract/office";
import { readDeviceStatus, readDeviceId } from "../../http/devices.ts";
import { isRefusal } from "../../http/problem.ts";
import { ok, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { resetPin } from "./pin.ts";
import { refreshTokens } from "./refresh.ts";
import { signInEngineer, signInOffice } from "./sign-in.ts";

export function authRoutes(server: Server): Route[] {
  return [
    // Anyone with an engineer's password, or with the PIN of the device that calls: signed in, with tokens.
    route(signIn, ({ body, deviceId, request }) =>
      signInEngineer(server, { ...body, deviceId, address: request.ip }),
    ),
    // Anyone with an office account's password: signed in, with tokens.
    route(officeSignIn, ({ body, request }) =>
      signInOffice(server, { ...body, address: request.ip }),
    ),
    // Whoever holds a refresh token, on the device it is bound to: exchanged for new tokens.
    route(refresh, ({ body, deviceId }) => refreshTokens(server, body.refreshToken, deviceId)),
    // Whoever knows a registered device and its engineer: that device's PIN is changed.
    route(changePin, async ({ body, request }) => {
      const refusal = await resetPin(server, {
        email: body.logonName.email,
        pin: body.pin,
        deviceId: body.deviceId,
        address: request.ip,
      });
      return isRefusal(refusal) ? refusal : ok;
    }),
    // Anyone: the server is there; a device that names itself learns how it stands.
    route(ping, async ({ request, reply }) => {
      const deviceId = readDeviceId(request);
      const operative = request.identity?.fieldOperativeId ?? null;
      const deviceStatus = deviceId
        ? await readDeviceStatus(server.database, deviceId, operative, null)
        : "ok";
      if (deviceStatus !== "ok") reply.header(header.deviceError, deviceStatus);
      return {
        ...ok,
        buildNumber,
        serverTime: server.config.now().toISOString(),
        epoch: server.settings.epoch,
      };
    }),
  ];
}
