const key = "fieldfare.destination";

/** Where sign-in has sent a person who has still to install: a reload leads there again. */
export function rememberDestination(path: string): void {
  sessionStorage.setItem(key, path);
}

export function pendingDestination(): string {
  const kept = sessionStorage.getItem(key);
  return kept?.startsWith("/install") ? kept : "/install";
}
