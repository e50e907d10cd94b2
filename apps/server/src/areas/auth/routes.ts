import { buildNumber, changePin, header, ping, refresh, signIn } from "@fieldfare/contract";
import { officeSignIn } from "@fieldfare/contract/office";
import { readDeviceAccess, readDeviceId } from "../../http/devices.ts";
import { isRefusal } from "../../http/problem.ts";
import { ok, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { resetPin } from "./pin.ts";
import { refreshTokens } from "./refresh.ts";
import { signInEngineer, signInOffice } from "./sign-in.ts";

export function authRoutes(server: Server): Route[] {
  return [
    // Anyone: sign in with an engineer's password, or with the PIN of the calling device.
    route(signIn, ({ body, deviceId, request }) =>
      signInEngineer(server, { ...body, deviceId, address: request.ip }),
    ),
    // Anyone: sign in with the password of an office account.
    route(officeSignIn, ({ body, request }) =>
      signInOffice(server, { ...body, address: request.ip }),
    ),
    // Anyone with a refresh token, on the device it is bound to: exchange it for new tokens.
    route(refresh, ({ body, deviceId }) => refreshTokens(server, body.refreshToken, deviceId)),
    // Anyone who knows the id of a registered device and its engineer: change that device's PIN.
    route(changePin, async ({ body, request }) => {
      const refusal = await resetPin(server, {
        email: body.logonName.email,
        pin: body.pin,
        deviceId: body.deviceId,
        address: request.ip,
      });
      return isRefusal(refusal) ? refusal : ok;
    }),
    // Anyone: whether the server answers; a device that sends its id learns whether it is locked or unknown.
    route(ping, async ({ request, reply }) => {
      const deviceId = readDeviceId(request);
      const operative = request.identity?.fieldOperativeId ?? null;
      const device = deviceId
        ? await readDeviceAccess(server.database, deviceId, operative, null)
        : null;
      if (device && device.status !== "ok") reply.header(header.deviceError, device.status);
      return {
        ...ok,
        buildNumber,
        serverTime: server.config.now().toISOString(),
        epoch: server.settings.epoch,
        unlockedOn: device?.unlockedOn?.toISOString() ?? null,
      };
    }),
  ];
}
