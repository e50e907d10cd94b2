const key = "fieldfare.provider";

/** What a sign-in at the provider is for. */
export type ProviderPurpose = "sign-in" | "forgotten-pin";

/** Stores that this tab goes to the provider: only a sign-in that was begun here is used. */
export function rememberPurpose(purpose: ProviderPurpose): void {
  sessionStorage.setItem(key, purpose);
}

/** Returns the stored purpose; null: this tab has begun no sign-in at the provider. */
export function readPurpose(): ProviderPurpose | null {
  const stored = sessionStorage.getItem(key);
  return stored === "sign-in" || stored === "forgotten-pin" ? stored : null;
}

/** Forgets it: the sign-in was used. */
export function forgetPurpose(): void {
  sessionStorage.removeItem(key);
}
