import { z } from "@fieldfare/contract";
import type { SignInDestination } from "@fieldfare/domain";

const installDestinations = [
  "/install",
  "/install/recover",
  "/install/self",
] as const satisfies readonly SignInDestination[];

type InstallDestination = (typeof installDestinations)[number];

const savedDestination = z.object({ path: z.enum(installDestinations), userId: z.string() });

const key = "fieldfare.destination";

/** Stores the installation screen that the sign-in opened for an engineer: a relaunch of the app opens it again. */
export function rememberDestination(path: SignInDestination, userId: string | null): void {
  localStorage.setItem(key, JSON.stringify({ path, userId }));
}

/** Returns the screen of the installation that the engineer's last sign-in led to; "/install" if none is stored. */
export function pendingDestination(userId: string): InstallDestination {
  try {
    const saved = savedDestination.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    return saved.success && saved.data.userId === userId ? saved.data.path : "/install";
  } catch {
    return "/install";
  }
}
