import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { oidcSignIn } from "../../database/schema.ts";
import { hashToken, newToken } from "../../database/secrets.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { startFamily } from "../auth/sign-in.ts";
import { personById } from "../auth/store.ts";
import { type OidcRefusal, settleAccount } from "./people.ts";
import type { OidcProvider } from "./provider.ts";

/** How long somebody may take at the provider, and then to fetch the tokens. */
export const signInSeconds = 600;

const callbackPath = "/api/office/oidc/callback";

/** Returns the address of the provider's sign-in, and the secret for the browser's cookie. */
export async function beginSignIn(
  { database, config, publicUrl }: Server,
  provider: OidcProvider,
  returnTo: string,
): Promise<{ address: string; cookie: string } | Refusal> {
  const origin = publicUrl();
  if (origin === null)
    return refuse("unavailable", { detail: "PUBLIC_URL is needed for this sign-in" });
  const { address, checks } = await provider.begin(`${origin}${callbackPath}`);
  const { token, hash } = newToken();
  const expiresOn = new Date(config.now().getTime() + signInSeconds * 1000);
  await database.orm
    .insert(oidcSignIn)
    .values({ cookieHash: hash, ...checks, returnTo, expiresOn });
  return { address, cookie: token };
}

/**
 * Takes the browser back from the provider. The row is used up whatever comes of it, so an answer of the provider is
 * taken once. Returns where the browser goes on, and the secret of the next cookie if somebody has signed in.
 */
export async function finishSignIn(
  server: Server,
  provider: OidcProvider,
  { cookie, query, address }: { cookie: string; query: string; address: string },
): Promise<{ returnTo: string; cookie?: string; refused?: OidcRefusal; error?: unknown }> {
  const { database, config, publicUrl } = server;
  const [begun] = await database.orm
    .delete(oidcSignIn)
    .where(
      and(
        eq(oidcSignIn.cookieHash, hashToken(cookie)),
        gt(oidcSignIn.expiresOn, config.now()),
        isNull(oidcSignIn.accountId),
      ),
    )
    .returning();
  if (!begun) return { returnTo: "/office/", refused: "failed" };
  const { returnTo } = begun;
  try {
    const cameTo = new URL(`${publicUrl() ?? ""}${callbackPath}${query}`);
    const person = await provider.finish(cameTo, begun);
    const settled = await settleAccount(server, person, address);
    if (typeof settled === "string") return { returnTo, refused: settled };
    const next = newToken();
    const expiresOn = new Date(config.now().getTime() + signInSeconds * 1000);
    await database.orm
      .insert(oidcSignIn)
      .values({ ...begun, cookieHash: next.hash, expiresOn, accountId: settled.accountId });
    return { returnTo, cookie: next.token };
  } catch (error) {
    return { returnTo, refused: "failed", error };
  }
}

/** Gives the tokens of a sign-in to the browser that made it, once. */
export async function takeToken(
  server: Server,
  cookie: string,
): Promise<CallAnswer<typeof office.takeOidcToken> | Refusal> {
  const { database, config } = server;
  const accountId = await takeSignIn(database, cookie, config.now());
  const person = accountId === null ? null : await personById(database.orm, accountId);
  if (!person) return refuse("unauthorised");
  if (person.disabledOn) return refuse("account-disabled");
  const tokenModel = await startFamily(server, person, { isPasswordGiven: false });
  return isRefusal(tokenModel) ? tokenModel : { tokenModel };
}

async function takeSignIn({ orm }: Database, cookie: string, at: Date): Promise<string | null> {
  const [taken] = await orm
    .delete(oidcSignIn)
    .where(
      and(
        eq(oidcSignIn.cookieHash, hashToken(cookie)),
        gt(oidcSignIn.expiresOn, at),
        isNotNull(oidcSignIn.accountId),
      ),
    )
    .returning({ accountId: oidcSignIn.accountId });
  return taken?.accountId ?? null;
}
