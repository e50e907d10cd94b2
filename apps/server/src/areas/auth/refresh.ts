import type { TokenModel } from "@fieldfare/contract";
import type { Orm } from "../../database/database.ts";
import { raiseAlarm } from "../../database/alarms.ts";
import { hashToken } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { issueTokens } from "./issue.ts";
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
  deviceId: string | null,
): Promise<TokenModel | Refusal> {
  const hash = hashToken(refreshToken);
  return server.database.orm.transaction(async (orm): Promise<TokenModel | Refusal> => {
    const locked = await lockToken(orm, hash);
    const at = server.config.now();
    if (!locked || locked.family.revokedOn || locked.token.expiresOn <= at)
      return refuse("unauthorised");
    const { family } = locked;
    if (family.deviceId !== null && family.deviceId !== deviceId) {
      await raiseAlarm(orm, "refresh-token-on-another-device", {
        ...describeToken(locked),
        usedBy: deviceId,
      });
      return refuse("unauthorised");
    }
    if (!(await mayBeLostAnswer(server, orm, locked, at))) {
      await revokeFamily(orm, family.familyId, at, "refresh token used again");
      await raiseAlarm(orm, "refresh-token-reused", describeToken(locked));
      return refuse("unauthorised");
    }
    const person = await personById(orm, family.accountId);
    if (!person) return refuse("unauthorised");
    await markUsed(orm, hash, at);
    if (family.deviceId === null && deviceId && person.fieldOperativeId) {
      const ownDevice = await findOwnDevice({ orm }, deviceId, person.fieldOperativeId);
      if (ownDevice) await bindFamily(orm, family.familyId, deviceId);
    }
    return issueTokens(server, orm, person, family.familyId);
  });
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
