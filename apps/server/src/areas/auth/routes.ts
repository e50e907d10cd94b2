import {
  buildNumber,
  changePin,
  header,
  openDataKey,
  refresh,
  maxMessagesInRequest,
  sendingPing,
  sendingToken,
  signIn,
} from "@fieldfare/contract";
import {
  continueOfficeSession,
  endOfficeSession,
  officeSignIn,
  startOfficeSession,
} from "@fieldfare/contract/office";
import { type DeviceStatus, readDeviceAccess, readDeviceId } from "../../http/devices.ts";
import { readAuditSource, readDeviceSource } from "../../http/audit-source.ts";
import { isRefusal } from "../../http/problem.ts";
import { ok, responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { bringsNothing, readTag } from "../commands/poll-tag.ts";
import { reportWipedDevice } from "../devices/wipe.ts";
import { readOidcCookie } from "../oidc/cookie.ts";
import { openDataKeyCopy } from "./data-key.ts";
import { continueSession, endSession, startSession } from "./office-session.ts";
import { resetPin } from "./pin.ts";
import { exchangeToSend, refreshTokens } from "./refresh.ts";
import { signInEngineer, signInOffice, signInToSend } from "./sign-in.ts";

/** The routes by which people and devices sign in, and prove who they are. */
export function authRoutes(server: Server): Route[] {
  return [
    // Anyone: sign in with an engineer's password, or with the PIN of the calling device.
    route(signIn, ({ body, request }) =>
      signInEngineer(server, { ...body, ...readDeviceSource(request) }),
    ),
    // Anyone: sign in with the password of an office account.
    route(officeSignIn, ({ body, request }) =>
      signInOffice(server, { ...body, address: request.ip }),
    ),
    // Anyone, in a browser: sign in with the password of an office account, continue that session, and end it.
    route(startOfficeSession, ({ body, request, reply }) =>
      startSession(server, body, request, reply),
    ),
    route(continueOfficeSession, ({ request, reply }) => continueSession(server, request, reply)),
    route(endOfficeSession, async ({ request, reply }) => {
      await endSession(server, request, reply);
      return ok;
    }),
    // Anyone with a refresh token, on the device it is bound to: exchange it for new tokens.
    route(refresh, ({ body, request }) =>
      refreshTokens(server, body.refreshToken, readDeviceSource(request)),
    ),
    // An engineer whose sign-in has been ended, on the device that it was on: a token that only sends messages.
    route(sendingToken, ({ body, request }) =>
      "refreshToken" in body
        ? exchangeToSend(server, body.refreshToken, readDeviceSource(request))
        : signInToSend(server, { ...body, ...readDeviceSource(request) }),
    ),
    // An engineer who has just signed in, on the device that sealed the copy: get the data key of that device back.
    route(
      openDataKey,
      ({ body, identity, request }) =>
        openDataKeyCopy(server, body.sealed, identity, readDeviceSource(request)),
      { checksDevice: true },
    ),
    // Anyone with an engineer's password, a code that the office read out, or a sign-in at the provider: change the PIN of the engineer's device.
    route(changePin, async ({ body, request }) => {
      const cookie = readOidcCookie(request);
      const refusal = await resetPin(server, body, readDeviceSource(request), cookie);
      return isRefusal(refusal) ? refusal : ok;
    }),
    // Anyone: whether the server answers; a device that sends its id learns whether it is locked or unknown, and one
    // that sends the tag of a poll whether another poll would bring anything.
    route(sendingPing, async ({ request, reply }) => {
      const deviceId = readDeviceId(request);
      const operative = request.identity?.fieldOperativeId ?? null;
      const device = deviceId
        ? await readDeviceAccess(server.database, deviceId, operative, null)
        : null;
      const deviceError = device && deviceErrors[device.status];
      if (deviceError) reply.header(header.deviceError, deviceError);
      const isCopy =
        deviceId !== null &&
        device?.wipedOn != null &&
        (await reportWipedDevice(server, deviceId, device.wipedOn, readAuditSource(request)));
      if (device?.hasToBeWiped || isCopy) reply.header(header.deviceWipe, "requested");
      else if (
        deviceId &&
        device?.status === "ok" &&
        (await bringsNothing(server, request, deviceId))
      ) {
        // The phone sets its clock's correction by this date, so it is that of every other answer.
        reply
          .code(304)
          .headers({ [header.version]: readTag(request), Date: server.config.now().toUTCString() })
          .send();
        return responseSent;
      }
      return {
        ...ok,
        buildNumber,
        serverTime: server.config.now().toISOString(),
        epoch: server.settings.epoch,
        unlockedOn: device?.unlockedOn?.toISOString() ?? null,
        maxMessages: maxMessagesInRequest,
      };
    }),
  ];
}

/** The header of a ping for each status. A phone shows the locked screen for a disabled account too. */
const deviceErrors: Partial<Record<DeviceStatus, "unknown" | "locked">> = {
  "device-unknown": "unknown",
  "device-locked": "locked",
  "account-disabled": "locked",
};
