import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { oidcSignIn } from "../../database/schema.ts";
import { hashToken, newToken } from "../../database/secrets.ts";

/** How long somebody may take at the provider, and then to use the sign-in. */
export const signInSeconds = 600;

type Begun = typeof oidcSignIn.$inferSelect;

/** Stores a sign-in that begins, or that somebody has made, and returns the secret for the browser's cookie. */
export async function storeBrowserSignIn(
  orm: Orm,
  values: Omit<Begun, "cookieHash" | "expiresOn" | "accountId"> & { readonly accountId?: string },
  at: Date,
): Promise<string> {
  const { token, hash } = newToken();
  const expiresOn = new Date(at.getTime() + signInSeconds * 1000);
  await orm.insert(oidcSignIn).values({ ...values, cookieHash: hash, expiresOn });
  return token;
}

/** Uses up a sign-in that has begun in the browser with this cookie. Null: none. */
export async function takeBegunSignIn(orm: Orm, cookie: string, at: Date): Promise<Begun | null> {
  const [begun] = await orm
    .delete(oidcSignIn)
    .where(and(isOpenOf(cookie, at), isNull(oidcSignIn.accountId)))
    .returning();
  return begun ?? null;
}

/** Reads who has signed in at the provider with the browser of this cookie. Null: nobody, or it was used. */
export async function readBrowserSignIn(
  orm: Orm,
  cookie: string,
  at: Date,
): Promise<string | null> {
  const [made] = await orm
    .select({ accountId: oidcSignIn.accountId })
    .from(oidcSignIn)
    .where(isOpenOf(cookie, at));
  return made?.accountId ?? null;
}

/** Uses up the sign-in of the browser with this cookie, and returns whose it is. Null as above. */
export async function takeBrowserSignIn(
  orm: Orm,
  cookie: string,
  at: Date,
): Promise<string | null> {
  const [taken] = await orm
    .delete(oidcSignIn)
    .where(and(isOpenOf(cookie, at), isNotNull(oidcSignIn.accountId)))
    .returning({ accountId: oidcSignIn.accountId });
  return taken?.accountId ?? null;
}

function isOpenOf(cookie: string, at: Date) {
  return and(eq(oidcSignIn.cookieHash, hashToken(cookie)), gt(oidcSignIn.expiresOn, at));
}
