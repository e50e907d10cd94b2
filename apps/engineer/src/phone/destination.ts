const key = "fieldfare.destination";

/** Stores the installation screen that the sign-in opened for an engineer: a relaunch of the app opens it again. */
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
