import type * as signIn from "./sign-in.ts";

/** Milliseconds after the screen is drawn: the engineer types first. */
export const loadSignInAfterMs = 500;

/**
 * Loads what signs in, what follows, and what says why it was refused, which the screen does not need before. Null without a network, before
 * the app is stored.
 */
export function loadSignIn(): Promise<typeof signIn | null> {
  return import("./sign-in.ts").catch(() => null);
}
