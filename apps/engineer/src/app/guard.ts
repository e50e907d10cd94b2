import { type Device, readClientSettings, readSession, type SettingRow } from "@fieldfare/device";
import { redirect } from "@tanstack/react-router";
import { pendingDestination } from "../phone/destination.ts";
import { rememberReturnPath } from "../phone/return-path.ts";
import { runsAsApp } from "../ui/install-prompt.ts";
import type { ScreenRoute } from "../ui/route.ts";

/** Where a locked device may still be: it says so, signs in anew or signs out. */
const unlockedPaths = new Set([
  "/lock",
  "/login",
  "/signout",
  "/error",
  "/forgottenpin",
  "/open-app",
]);

/** Where the system is set so, a phone that is installed is used from its icon, not in a browser tab. */
function isTabOnly(settings: SettingRow | null, pathname: string): boolean {
  if (!settings?.installationDate || pathname === "/open-app" || pathname.startsWith("/signout"))
    return false;
  return readClientSettings().standaloneOnly && !runsAsApp();
}

/** Before every screen: a locked device goes to /lock, an unsigned visitor to /login, an uninstalled one to /install. */
export async function guard(
  device: Device,
  route: ScreenRoute,
  location: { readonly href: string; readonly pathname: string },
): Promise<void> {
  const { user, settings } = await readSession(device);
  if (isTabOnly(settings, location.pathname)) throw redirect({ to: "/open-app", replace: true });
  if (settings?.enabled === false && !unlockedPaths.has(location.pathname))
    throw redirect({ to: "/lock", replace: true });
  if (user && settings?.enabled !== false && location.pathname === "/lock")
    throw redirect({ to: "/", replace: true });
  if (route.access === "open") return;
  if (!user) {
    rememberReturnPath(location.href, device.ports.now());
    throw redirect({ to: "/login", replace: true });
  }
  // An installation that stands is not set up again by whoever holds the phone.
  const isInstalled = Boolean(settings?.installationDate) && settings?.recoveryPending !== true;
  if (route.access === "signed-in-only") {
    if (isInstalled && location.pathname.startsWith("/install"))
      throw redirect({ to: "/", replace: true });
    return;
  }
  if (!settings?.installationDate)
    throw redirect({ to: pendingDestination(user.id), replace: true });
  if (route.gate?.(user) === false) throw redirect({ to: "/", replace: true });
}
