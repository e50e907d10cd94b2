/** How long a place is remembered that an unsigned visitor wanted to go to. */
const timeToLive = 30_000;
const key = "fieldfare.return-path";

export function rememberReturnPath(path: string, now: Date): void {
  sessionStorage.setItem(key, JSON.stringify({ path, at: now.getTime() }));
}

/** The remembered place, once; null when there is none or it is older than 30,000 ms. */
export function takeReturnPath(now: Date): string | null {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!kept) return null;
  const { path, at } = JSON.parse(kept) as { path: string; at: number };
  const age = now.getTime() - at;
  return age >= 0 && age <= timeToLive ? path : null;
}
