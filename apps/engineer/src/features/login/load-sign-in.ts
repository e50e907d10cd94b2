import type { signIn } from "@fieldfare/device";

/** Milliseconds after the screen is drawn: the engineer types first. */
export const loadSignInAfterMs = 500;

/** Loads what signs in, which the screen does not need before. Null without a network, before the app is stored. */
export async function loadSignIn(): Promise<typeof signIn | null> {
  const module = await import("./sign-in.ts").catch(() => null);
  return module?.signIn ?? null;
}
