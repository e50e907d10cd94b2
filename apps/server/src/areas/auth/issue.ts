import type { TokenModel } from "@fieldfare/contract";
import { permissionsOfRoles } from "@fieldfare/contract/office";
import type { Orm } from "../../database/database.ts";
import { newToken } from "../../database/secrets.ts";
import type { Server } from "../../http/server.ts";
import type { Identity } from "../../http/tokens.ts";
import { addRefreshToken, type Person } from "./store.ts";

export interface SignIn {
  readonly familyId: string;
  /** Null: the phone is not registered yet. */
  readonly deviceId: string | null;
  /** When the sign-in was made. */
  readonly createdOn: Date;
  /** The hash of the refresh token that is exchanged; absent: the sign-in begins. */
  readonly exchangedHash?: Buffer;
}

/** Issues an access token with the current claims of `person`, and the next refresh token of the sign-in. */
export async function issueTokens(
  server: Server,
  orm: Orm,
  person: Person,
  { familyId, deviceId, createdOn, exchangedHash }: SignIn,
): Promise<TokenModel> {
  const { config } = server;
  const at = config.now().getTime();
  const refresh = newToken();
  await addRefreshToken(orm, {
    tokenHash: refresh.hash,
    familyId,
    exchangedHash: exchangedHash ?? null,
    createdOn: new Date(at),
    expiresOn: new Date(
      Math.min(
        at + config.refreshTokenDays * dayMs,
        createdOn.getTime() + config.signInDays * dayMs,
      ),
    ),
  });
  return {
    ...(await issueAccessToken(server, person, {
      familyId,
      ...(deviceId !== null && { deviceId }),
    })),
    refreshToken: refresh.token,
  };
}

/** Issues an access token with the current claims of `person`. With the scope `sending` it only sends messages of its device. */
export async function issueAccessToken(
  { tokens, config }: Server,
  person: Person,
  session: Pick<Identity, "familyId" | "scope" | "deviceId">,
): Promise<{ token: string; expiresOn: string }> {
  const expiresOn = new Date(config.now().getTime() + config.accessTokenMinutes * 60_000);
  const token = await tokens.issue(
    {
      id: person.accountId,
      name: person.name,
      email: person.email,
      userType: person.userType === 1 ? 1 : 2,
      perms: person.userType === 1 ? person.perms : permissionsOfRoles(person.roles),
      fieldOperativeId: person.fieldOperativeId,
      requestSignature: person.requestSignature ?? false,
      recordsMileage: person.recordsMileage ?? false,
      ...session,
    },
    expiresOn,
  );
  return { token, expiresOn: expiresOn.toISOString() };
}

const dayMs = 86_400_000;
