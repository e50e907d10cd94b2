import { type Device, readClientSettings, readSession, type SettingRow } from "@fieldfare/device";
import { redirect } from "@tanstack/react-router";
import { pendingDestination } from "../phone/destination.ts";
import { rememberReturnPath } from "../phone/return-path.ts";
import type { PlainPath } from "../ui/screen-address.ts";
import { runsAsApp } from "../ui/install-prompt.ts";
import type { OpenedLocation, ScreenAccess } from "../phone/screen-route.ts";

/** The paths that a locked device may still open. */
const unlockedPaths: readonly PlainPath[] = [
  "/lock",
  "/wiped",
  "/login",
  "/provider",
  "/signout",
  "/error",
  "/forgottenpin",
  "/open-app",
];

/** Whether an installed phone runs the app in a browser tab although the client settings allow only its icon. */
function isTabOnly(settings: SettingRow | null, pathname: string): boolean {
  if (!settings?.installationDate || isAt("/open-app", pathname) || isBelow("/signout", pathname))
    return false;
  return readClientSettings().standaloneOnly && !runsAsApp();
}

/**
 * Runs before every screen and throws the router's redirect: a locked device goes to /lock, a visitor who is not signed
 * in to /login, a device without an installation to /install.
 */
export async function guard(
  device: Device,
  screen: ScreenAccess,
  location: OpenedLocation,
): Promise<void> {
  const { user, settings } = await readSession(device);
  if (isTabOnly(settings, location.pathname)) throw redirect({ to: "/open-app", replace: true });
  if (settings?.enabled === false && !unlockedPaths.some((path) => isAt(path, location.pathname)))
    throw redirect({ to: "/lock", replace: true });
  if (user && settings?.enabled !== false && isAt("/lock", location.pathname))
    throw redirect({ to: "/", replace: true });
  if (screen.access === "open") return;
  if (!user) {
    rememberReturnPath(location.href, device.ports.now());
    throw redirect({ to: "/login", replace: true });
  }
  // A finished installation is not set up a second time by the next person who holds the phone.
  const isInstalled = Boolean(settings?.installationDate) && settings?.recoveryPending !== true;
  if (screen.access === "signed-in-only") {
    if (isInstalled && isBelow("/install", location.pathname))
      throw redirect({ to: "/", replace: true });
    return;
  }
  if (!settings?.installationDate)
    throw redirect({ to: pendingDestination(user.id), replace: true });
  if (screen.gate?.(user) === false) throw redirect({ to: "/", replace: true });
}

function isAt(path: PlainPath, pathname: string): boolean {
  return path === pathname;
}

function isBelow(path: PlainPath, pathname: string): boolean {
  return isAt(path, pathname) || pathname.startsWith(`${path}/`);
}
