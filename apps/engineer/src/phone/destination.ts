const key = "fieldfare.destination";

/** Where sign-in has sent a person who has still to install: a relaunch of the app leads there again. */
export function rememberDestination(path: string, userId: string | null): void {
  localStorage.setItem(key, JSON.stringify({ path, userId }));
}

export function pendingDestination(userId: string): string {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? "null") as Record<string, unknown> | null;
    const path = saved?.["userId"] === userId ? saved["path"] : null;
    return typeof path === "string" && path.startsWith("/install") ? path : "/install";
  } catch {
    return "/install";
  }
}
