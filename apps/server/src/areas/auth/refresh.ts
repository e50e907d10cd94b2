import type { CallAnswer, sendingToken, TokenModel } from "@fieldfare/contract";
import type { AuditSource } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { hasAlarm, raiseAlarm } from "../../database/alarms.ts";
import { hashToken } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "./account-events.ts";
import { issueAccessToken, issueTokens } from "./issue.ts";
import { endReasons } from "./sessions.ts";
import {
  bindFamily,
  findOwnDevice,
  isLaterTokenUsed,
  lockToken,
  markUsed,
  personById,
  retireAfter,
  revokeFamily,
} from "./store.ts";

type LockedToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>;

/**
 * Exchanges a refresh token. The same token again counts as a lost answer within the grace period, and after it as
 * long as no token that was issued since has been used. Otherwise the token counts as stolen, and the sign-in ends.
 */
export function refreshTokens(
  server: Server,
  refreshToken: string,
  source: AuditSource,
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
    if (!(await mayBeLostAnswer(server, orm, locked, at))) {
      await revokeFamily(orm, family.familyId, at, "refresh token used again");
      await reportMisuse(orm, "refresh-token-reused", locked, source, at);
      return refuse("unauthorised");
    }
    await markUsed(orm, hash, at);
    if (family.deviceId === null && device) await bindFamily(orm, family.familyId, device.deviceId);
    return issueTokens(server, orm, person, family);
  });
}

/**
 * Exchanges a refresh token that no longer works, because the account is disabled, the device locked or the password
 * changed, for a token that only sends what was recorded on its device. The refresh token stays as it is.
 */
export function exchangeToSend(
  server: Server,
  refreshToken: string,
  deviceId: string | null,
): Promise<CallAnswer<typeof sendingToken> | Refusal> {
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

/** Raises an alarm and records the event, once for each sign-in: whoever has a token may try it as often as they like. */
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

async function mayBeLostAnswer(
  { config }: Server,
  orm: Orm,
  { family, token }: LockedToken,
  at: Date,
): Promise<boolean> {
  if (token.retiredOn) return false;
  if (!token.usedOn) return true;
  const graceEnds = token.usedOn.getTime() + config.refreshGraceSeconds * 1000;
  if (at.getTime() <= graceEnds) return true;
  if (await isLaterTokenUsed(orm, family.familyId, token.createdOn)) return false;
  // If one of those tokens is used from now on, two clients are using this sign-in.
  await retireAfter(orm, family.familyId, token.createdOn, at);
  return true;
}

function describeToken({ family, token }: LockedToken) {
  return {
    familyId: family.familyId,
    accountId: family.accountId,
    deviceId: family.deviceId,
    usedOn: token.usedOn,
  };
}
