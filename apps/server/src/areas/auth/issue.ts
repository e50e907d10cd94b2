import type { TokenModel } from "@fieldfare/contract";
import type { Orm } from "../../database/database.ts";
import { newToken } from "../../database/secrets.ts";
import type { Server } from "../../http/server.ts";
import { addRefreshToken, type Person } from "./store.ts";

/** Issues an access token with the current claims of `person`, and the next refresh token of the family. */
export async function issueTokens(
  { tokens, config }: Server,
  orm: Orm,
  person: Person,
  familyId: string,
): Promise<TokenModel> {
  const at = config.now();
  const expiresOn = new Date(at.getTime() + config.accessTokenMinutes * 60_000);
  const refresh = newToken();
  await addRefreshToken(orm, {
    tokenHash: refresh.hash,
    familyId,
    createdOn: at,
    expiresOn: new Date(at.getTime() + config.refreshTokenDays * 86_400_000),
  });
  const token = await tokens.issue(
    {
      id: person.accountId,
      name: person.name,
      email: person.email,
      userType: person.userType === 1 ? 1 : 2,
      perms: person.perms,
      fieldOperativeId: person.fieldOperativeId,
      requestSignature: person.requestSignature ?? false,
      recordsMileage: person.recordsMileage ?? false,
      familyId,
    },
    expiresOn,
  );
  return { token, refreshToken: refresh.token, expiresOn: expiresOn.toISOString() };
}
