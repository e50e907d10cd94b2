/** Milliseconds for which the address is stored that a visitor opened before signing in. */
const timeToLive = 30_000;
const key = "fieldfare.return-path";

/** Stores where somebody wanted to go who has to sign in first. `takeReturnPath` returns it. */
export function rememberReturnPath(path: string, now: Date): void {
  sessionStorage.setItem(key, `${now.getTime()} ${path}`);
}

/** Returns and deletes the stored path; null when there is none or it is older than 30,000 ms. */
export function takeReturnPath(now: Date): string | null {
  const saved = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (saved === null) return null;
  // A path that begins with two slashes would be read as another site's address.
  const [, at, path] = /^(\d+) (\/(?!\/).*)$/.exec(saved) ?? [];
  if (path === undefined) return null;
  const age = now.getTime() - Number(at);
  return age >= 0 && age <= timeToLive ? path : null;
}
