import type { CallAnswer, sendingToken, TokenModel } from "@fieldfare/contract";
import type { AuditSource } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { hasAlarm, raiseAlarm } from "../../database/alarms.ts";
import { hashToken } from "../../database/secrets.ts";
import type { DeviceSource } from "../../http/audit-source.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "./account-events.ts";
import { checkDeviceKey, settleDeviceKey } from "./device-key.ts";
import { issueAccessToken, issueTokens } from "./issue.ts";
import { endReasons } from "./sessions.ts";
import {
  bindFamily,
  findOwnDevice,
  isLaterTokenUsed,
  isSiblingUsed,
  lockToken,
  markUsed,
  personById,
  retireAfter,
  revokeFamily,
} from "./store.ts";

type LockedToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>;

/**
 * Exchanges a refresh token. The same token again counts as a lost answer within the grace period, and after it as
 * long as no token that was issued since has been used. Otherwise the token counts as stolen, and the sign-in ends. So
 * it does when two tokens that were given for the same one are both used.
 */
export function refreshTokens(
  server: Server,
  refreshToken: string,
  { proof, ...source }: DeviceSource,
): Promise<TokenModel | Refusal> {
  const hash = hashToken(refreshToken);
  const { deviceId } = source;
  return server.database.orm.transaction(async (orm): Promise<TokenModel | Refusal> => {
    const locked = await lockToken(orm, hash);
    const at = server.config.now();
    if (!locked || locked.token.expiresOn <= at) return refuse("unauthorised");
    const { family } = locked;
    const isEnded = family.revokedOn !== null || hasExpired(server, family, at);
    if (family.deviceId !== null && family.deviceId !== deviceId) {
      if (!isEnded) await reportMisuse(orm, "refresh-token-on-another-device", locked, source, at);
      return refuse("unauthorised");
    }
    const person = await personById(orm, family.accountId);
    if (!person) return refuse("unauthorised");
    const device =
      deviceId && person.fieldOperativeId
        ? await findOwnDevice({ orm }, deviceId, person.fieldOperativeId)
        : null;
    if (person.disabledOn) return refuse("account-disabled");
    if (device?.locked) return refuse("device-locked");
    if (isEnded) return refuse("unauthorised");
    if (await isReused(server, orm, locked, at)) {
      await revokeFamily(orm, family.familyId, at, "refresh token used again");
      await reportMisuse(orm, "refresh-token-reused", locked, source, at);
      return refuse("unauthorised");
    }
    const mismatch =
      device && (await settleDeviceKey(orm, device, { proof, secret: null, source, at }));
    if (mismatch) return mismatch;
    if (isPastGrace(server, locked, at))
      // If one of the tokens that were issued since is used from now on, two clients are using this sign-in.
      await retireAfter(orm, family.familyId, locked.token.createdOn, at);
    await markUsed(orm, hash, at);
    if (family.deviceId === null && device) await bindFamily(orm, family.familyId, device.deviceId);
    const boundTo = family.deviceId ?? device?.deviceId ?? null;
    return issueTokens(server, orm, person, {
      ...family,
      deviceId: boundTo,
      exchangedHash: hash,
    });
  });
}

/**
 * Exchanges a refresh token that no longer works, because the account is disabled, the device locked or the password
 * changed, for a token that only sends what was recorded on its device. The refresh token stays as it is.
 */
export function exchangeToSend(
  server: Server,
  refreshToken: string,
  { proof, ...source }: DeviceSource,
): Promise<CallAnswer<typeof sendingToken> | Refusal> {
  const { deviceId } = source;
  const hash = hashToken(refreshToken);
  return server.database.orm.transaction(
    async (orm): Promise<CallAnswer<typeof sendingToken> | Refusal> => {
      const locked = await lockToken(orm, hash);
      const at = server.config.now();
      if (!locked || locked.token.expiresOn <= at || locked.token.retiredOn)
        return refuse("unauthorised");
      const { family, token } = locked;
      const person = await personById(orm, family.accountId);
      const device =
        deviceId && person?.fieldOperativeId
          ? await findOwnDevice({ orm }, deviceId, person.fieldOperativeId)
          : null;
      if (!person || !device || family.deviceId !== deviceId) return refuse("unauthorised");
      const isEndedByOffice = mayStillSend.has(family.revokedReason ?? "");
      if (family.revokedOn && !isEndedByOffice) return refuse("unauthorised");
      const mayRefresh = !isEndedByOffice && !person.disabledOn && !device.locked;
      if (mayRefresh) return refuse("forbidden");
      const isOldToken =
        token.usedOn !== null && (await isLaterTokenUsed(orm, family.familyId, token.createdOn));
      if (isOldToken) return refuse("unauthorised");
      const mismatch = await checkDeviceKey(orm, device, { proof, source, at });
      if (mismatch) return mismatch;
      return issueAccessToken(server, person, {
        familyId: family.familyId,
        scope: "sending",
        deviceId: device.deviceId,
      });
    },
  );
}

const mayStillSend: ReadonlySet<string> = new Set(Object.values(endReasons));

/** However often its tokens are exchanged, a sign-in ends after some months. */
function hasExpired({ config }: Server, { createdOn }: LockedToken["family"], at: Date): boolean {
  return at.getTime() >= createdOn.getTime() + config.signInDays * 86_400_000;
}

/** Raises an alarm and records the event, once for each sign-in: a token may be tried as often as somebody likes. */
async function reportMisuse(
  orm: Orm,
  kind: "refresh-token-reused" | "refresh-token-on-another-device",
  locked: LockedToken,
  source: AuditSource,
  at: Date,
) {
  const details = describeToken(locked);
  if (await hasAlarm(orm, kind, { familyId: details.familyId })) return;
  const isForeign = kind === "refresh-token-on-another-device";
  await raiseAlarm(orm, kind, { ...details, ...(isForeign && { usedBy: source.deviceId }) });
  const person = await personById(orm, details.accountId);
  await recordAccountEvent(
    orm,
    {
      action: kind,
      source,
      objectType: "sign-in",
      objectId: details.familyId,
      fieldOperativeId: person?.fieldOperativeId ?? null,
      after: { deviceId: details.deviceId },
    },
    at,
  );
}

/** Whether the token was used before, and that was no lost answer. */
async function isReused(server: Server, orm: Orm, locked: LockedToken, at: Date): Promise<boolean> {
  const { family, token } = locked;
  if (token.retiredOn) return true;
  // A lost answer leaves a token that nobody uses. Where both are used, two clients have the sign-in.
  if (await isSiblingUsed(orm, token)) return true;
  if (!isPastGrace(server, locked, at)) return false;
  return isLaterTokenUsed(orm, family.familyId, token.createdOn);
}

function isPastGrace({ config }: Server, { token: { usedOn } }: LockedToken, at: Date): boolean {
  return usedOn !== null && at.getTime() > usedOn.getTime() + config.refreshGraceSeconds * 1000;
}

function describeToken({ family, token }: LockedToken) {
  return {
    familyId: family.familyId,
    accountId: family.accountId,
    deviceId: family.deviceId,
    usedOn: token.usedOn,
  };
}
