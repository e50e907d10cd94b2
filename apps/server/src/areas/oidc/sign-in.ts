import type { FastifyRequest } from "fastify";
import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { ProviderError } from "../../database/errors.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { startFamily } from "../auth/sign-in.ts";
import { personById } from "../auth/store.ts";
import {
  signInSeconds,
  storeBrowserSignIn,
  takeBegunSignIn,
  takeBrowserSignIn,
} from "./browser-sign-ins.ts";
import type { OidcPerson, OidcProvider } from "./provider.ts";

interface Beginning {
  /** Where the provider sends the browser back to. */
  readonly callbackPath: string;
  /** The page on which the browser then goes on. */
  readonly returnTo: string;
  /** True: the provider has to ask for the secret, also somebody who is signed in there. */
  readonly asksAgain?: boolean;
}

/**
 * Returns the address of the provider's sign-in, and the secret for the browser's cookie; or why the provider could not
 * be asked.
 */
export async function beginSignIn(
  { database, config, publicUrl }: Server,
  provider: OidcProvider,
  { callbackPath, returnTo, asksAgain = false }: Beginning,
): Promise<{ address: string; cookie: string } | Refusal | ProviderError> {
  const origin = publicUrl();
  if (origin === null)
    return refuse("unavailable", { detail: "PUBLIC_URL is needed for this sign-in" });
  const begun = await provider
    .begin(`${origin}${callbackPath}`, asksAgain ? { maxAgeSeconds: signInSeconds } : {})
    .catch(toProviderError);
  if (begun instanceof ProviderError) return begun;
  const { address, checks } = begun;
  const cookie = await storeBrowserSignIn(database.orm, { ...checks, returnTo }, config.now());
  return { address, cookie };
}

interface CameBack<Reason> {
  readonly cookie: string;
  readonly query: string;
  readonly callbackPath: string;
  /** Finds the account of the person who began at `begunOn`, or says why there is none. */
  readonly settle: (person: OidcPerson, begunOn: Date) => Promise<{ accountId: string } | Reason>;
}

/**
 * Takes the browser back from the provider. The row is used up whatever comes of it, so an answer of the provider is
 * taken once. Returns where the browser goes on, and the secret of the next cookie if somebody has signed in.
 */
export async function finishSignIn<Reason extends string>(
  { database, config, publicUrl }: Server,
  provider: OidcProvider,
  { cookie, query, callbackPath, settle }: CameBack<Reason>,
): Promise<{
  returnTo: string | null;
  cookie?: string;
  refused?: Reason | "failed";
  error?: Error;
}> {
  const begun = await takeBegunSignIn(database.orm, cookie, config.now());
  if (!begun) {
    const error = new Error(
      "This browser has not begun it, or has already come back, or took too long",
    );
    return { returnTo: null, refused: "failed", error };
  }
  const { returnTo, state, nonce, codeVerifier, expiresOn } = begun;
  const cameTo = new URL(`${publicUrl() ?? ""}${callbackPath}${query}`);
  const person = await provider.finish(cameTo, begun).catch(toProviderError);
  if (person instanceof ProviderError) return { returnTo, refused: "failed", error: person };
  try {
    const settled = await settle(person, new Date(expiresOn.getTime() - signInSeconds * 1000));
    if (typeof settled === "string") return { returnTo, refused: settled };
    const { accountId } = settled;
    const values = { returnTo, state, nonce, codeVerifier, accountId };
    return { returnTo, cookie: await storeBrowserSignIn(database.orm, values, config.now()) };
  } catch (error) {
    // A browser is led back whatever has happened: nobody could go on from a page of JSON.
    return { returnTo, refused: "failed", error: toError(error) };
  }
}

/** Gives the tokens of a sign-in of the office to the browser that made it, once. */
export async function takeToken(
  server: Server,
  cookie: string,
): Promise<CallAnswer<typeof office.takeOidcToken> | Refusal> {
  const { database, config } = server;
  const accountId = await takeBrowserSignIn(database.orm, cookie, config.now());
  const person = accountId === null ? null : await personById(database.orm, accountId);
  // An engineer's sign-in opens the engineer's app alone.
  if (person?.userType !== 2) return refuse("unauthorised");
  if (person.disabledOn) return refuse("account-disabled");
  const tokenModel = await startFamily(server, person, { isPasswordGiven: false });
  return isRefusal(tokenModel) ? tokenModel : { tokenModel };
}

function toProviderError(error: unknown): ProviderError {
  return new ProviderError(toError(error));
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error("not an error");
}

/** Says in the log why nobody was signed in: the page of the office sends its reader there. */
export function logFailure({ log }: Pick<FastifyRequest, "log">, error: Error): void {
  log.warn({ err: error }, "a sign-in at the provider failed");
}
