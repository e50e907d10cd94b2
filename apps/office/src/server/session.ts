import { type TokenClaims, tokenClaims, z } from "@fieldfare/contract";
import {
  changeSessionPassword,
  continueOfficeSession,
  endOfficeSession,
  startOfficeSession,
  startOidcSession,
} from "@fieldfare/contract/office";
import { useSyncExternalStore } from "react";
import { OfficeError, sendRequest } from "./send-request.ts";

/**
 * `starting`: it is not known yet whether the browser has a session. `ended`: a session ended while screens were open;
 * they stay open below the sign-in.
 */
export type SessionState =
  | { readonly kind: "starting" }
  | { readonly kind: "signed-out" }
  | { readonly kind: "signed-in"; readonly user: TokenClaims }
  | { readonly kind: "ended"; readonly user: TokenClaims };

interface Token {
  readonly token: string;
  readonly user: TokenClaims;
}

/** Milliseconds before its end in which a token is exchanged already: a request must not arrive too late. */
const marginMs = 30_000;
const channel = new BroadcastChannel("fieldfare-office");

let state: SessionState = { kind: "starting" };
let current: Token | null = null;
let exchange: Promise<Token | null> | null = null;
const listeners = new Set<() => void>();

type SessionEvent = "signed-in" | "signed-out";

/** Another tab has ended or begun the session, which the tabs of a browser share. */
channel.addEventListener("message", ({ data }: MessageEvent<SessionEvent>) => {
  if (data === "signed-in") {
    void takeUpFromTab();
    return;
  }
  current = null;
  if (state.kind === "signed-in") setState({ kind: "signed-out" });
});

async function takeUpFromTab(): Promise<void> {
  // An exchange that has begun before may still find that the session has ended.
  await exchange?.catch(() => null);
  if (state.kind !== "signed-in") await refresh().catch(() => null);
}

function notifyTabs(event: SessionEvent): void {
  channel.postMessage(event);
}

/** Returns the session of this browser, and draws again when it changes, also in another tab. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Continues the session that the browser's cookie has, or finds that there is none. Returns its user; null: nobody has
 * signed in.
 *
 * @param comesFromProvider the browser has just signed in at the OpenID Connect provider
 */
export async function startSession(comesFromProvider = false): Promise<TokenClaims | null> {
  if (comesFromProvider) await withCookie(() => takeUp(startOidcSession)).catch(() => null);
  if (state.kind === "signed-in") {
    notifyTabs("signed-in");
    return state.user;
  }
  const token = await refresh().catch(() => null);
  if (!token) setState({ kind: "signed-out" });
  return token && token.user;
}

/** Signs in with a password, in all tabs of the browser. Fails with an `OfficeError` if the server refuses it. */
export async function signIn(email: string, password: string): Promise<void> {
  const body = { email, password };
  use(await withCookie(() => sendRequest(startOfficeSession, { body }, null)));
  notifyTabs("signed-in");
}

/** Changes the user's own password. Every session of the user ends, and this browser goes on with another one. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  const token = await readToken();
  const body = { password, newPassword };
  await withCookie(async () => use(await sendRequest(changeSessionPassword, { body }, token)));
}

/** Ends the session here, in the browser's other tabs, and on every server. */
export async function signOut(): Promise<void> {
  await withCookie(() => sendRequest(endOfficeSession, {}, null));
  current = null;
  notifyTabs("signed-out");
  setState({ kind: "signed-out" });
}

/**
 * Returns a token that is still valid. When the session has ended it waits until the same user has signed in again, and
 * fails if that is somebody else.
 *
 * @param refused a token that the server has refused
 */
export async function readToken(refused?: string): Promise<string> {
  const user =
    refused === undefined
      ? (current?.user ?? (state.kind === "ended" ? state.user : undefined))
      : readClaims(refused);
  if (current && current.token !== refused && !isEnding(current)) return tokenFor(user, current);
  const before = current;
  const token = state.kind === "ended" ? null : await refresh();
  if (token) return tokenFor(user, token);
  // Somebody may have signed in since: that session goes on.
  if (user && state.kind === "signed-in" && current === before) setState({ kind: "ended", user });
  return waitForSignIn(user);
}

/** The browser has one session for all its tabs: in another one somebody else may have signed in. */
function tokenFor(before: TokenClaims | undefined, { token, user }: Token): string {
  if (before && before.id !== user.id) throw new AnotherUserSignedIn();
  return token;
}

function waitForSignIn(before: TokenClaims | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (state.kind !== "signed-in" || !current) return;
      stop();
      if (before && before.id !== state.user.id) reject(new AnotherUserSignedIn());
      else resolve(current.token);
    };
    const stop = subscribe(settle);
    settle();
  });
}

/** The request was made by somebody who is no longer signed in: it is not sent in the name of another. */
export class AnotherUserSignedIn extends Error {}

function isEnding({ user }: Token): boolean {
  return user.exp * 1000 - Date.now() < marginMs;
}

/** Exchanges the cookie: the cookie of one exchange is needed for the next. */
function refresh(): Promise<Token | null> {
  exchange ??= withCookie(() => takeUp(continueOfficeSession)).finally(() => {
    exchange = null;
  });
  return exchange;
}

/** One tab at a time: a refused exchange deletes the cookie, also one that a sign-in has set meanwhile. */
function withCookie<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks.request("fieldfare-office-session", work);
}

/** Takes up the session that a cookie has. Returns null if there is none. */
async function takeUp(
  call: typeof continueOfficeSession | typeof startOidcSession,
): Promise<Token | null> {
  const answer = await sendRequest(call, {}, null).catch((error: unknown) => {
    if (error instanceof OfficeError && error.isSessionOver) return null;
    throw error;
  });
  return answer && use(answer);
}

function use({ token }: { readonly token: string }): Token {
  current = { token, user: readClaims(token) };
  setState({ kind: "signed-in", user: current.user });
  return current;
}

function readClaims(token: string): TokenClaims {
  const base64 = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  return z.parse(tokenClaims, JSON.parse(new TextDecoder().decode(bytes)));
}
