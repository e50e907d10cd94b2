import type { TokenModel } from "@fieldfare/contract";
import type { Orm } from "../../database/database.ts";
import { raiseAlarm } from "../../database/alarms.ts";
import { hashOfToken } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { issueTokens } from "./issue.ts";
import {
  bindFamily,
  deviceOf,
  isLaterTokenUsed,
  lockedToken,
  markUsed,
  personById,
  retireAfter,
  revokeFamily,
} from "./store.ts";

type Known = NonNullable<Awaited<ReturnType<typeof lockedToken>>>;

/**
 * Exchanges a refresh token. The same token again is a lost answer while the grace lasts, and after it
 * as long as no token that was made since has come back; anything else is a stolen token, and ends the sign-in.
 */
export function refreshTokens(
  server: Server,
  refreshToken: string,
  deviceId: string | null,
): Promise<TokenModel | Refusal> {
  const hash = hashOfToken(refreshToken);
  return server.database.orm.transaction(async (orm): Promise<TokenModel | Refusal> => {
    const known = await lockedToken(orm, hash);
    const at = server.config.now();
    if (!known || known.family.revokedOn || known.token.expiresOn <= at)
      return refuse("unauthorised");
    const { family } = known;
    if (family.deviceId !== null && family.deviceId !== deviceId) {
      await raiseAlarm(orm, "refresh-token-on-another-device", {
        ...facts(known),
        usedBy: deviceId,
      });
      return refuse("unauthorised");
    }
    if (!(await mayBeLostAnswer(server, orm, known, at))) {
      await revokeFamily(orm, family.familyId, at, "refresh token used again");
      await raiseAlarm(orm, "refresh-token-reused", facts(known));
      return refuse("unauthorised");
    }
    const person = await personById(orm, family.accountId);
    if (!person) return refuse("unauthorised");
    await markUsed(orm, hash, at);
    if (family.deviceId === null && deviceId && person.fieldOperativeId) {
      const own = await deviceOf({ orm }, deviceId, person.fieldOperativeId);
      if (own) await bindFamily(orm, family.familyId, deviceId);
    }
    return issueTokens(server, orm, person, family.familyId);
  });
}

async function mayBeLostAnswer(
  { config }: Server,
  orm: Orm,
  { family, token }: Known,
  at: Date,
): Promise<boolean> {
  if (token.retiredOn) return false;
  if (!token.usedOn) return true;
  const graceEnds = token.usedOn.getTime() + config.refreshGraceSeconds * 1000;
  if (at.getTime() <= graceEnds) return true;
  if (await isLaterTokenUsed(orm, family.familyId, token.createdOn)) return false;
  // Whoever holds one of those would now be the second user of this sign-in.
  await retireAfter(orm, family.familyId, token.createdOn, at);
  return true;
}

function facts({ family, token }: Known) {
  return {
    familyId: family.familyId,
    accountId: family.accountId,
    deviceId: family.deviceId,
    usedOn: token.usedOn,
  };
}
