import type { TokenClaims } from "@fieldfare/contract";
import { pickInstallation } from "../database/user-switch.ts";
import type { DeviceInstallation, SettingRow } from "../database/rows.ts";
import type { Device } from "../device.ts";

/** The signed-in person, from the token's claims. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly userType: 1 | 2;
  /** Seconds since 1970. */
  readonly tokenExpiry: number;
  readonly perms: readonly string[];
  readonly fieldOperativeId: string | null;
  readonly requestSignature: boolean;
  readonly recordsMileage: boolean;
}

export interface Session {
  readonly user: SessionUser | null;
  /** Differs for each sign-in of a person. */
  readonly signedInOn: string | null;
  readonly settings: SettingRow | null;
}

export async function readSession(device: Device): Promise<Session> {
  const { database } = device;
  const [token, settings] = await Promise.all([database.token.get(1), database.setting.get(1)]);
  return {
    user: token ? sessionUser(token.claims) : null,
    signedInOn: token?.signedInOn ?? null,
    settings: settings ?? null,
  };
}

function sessionUser(claims: TokenClaims): SessionUser {
  const { exp, ...rest } = claims;
  return { ...rest, tokenExpiry: exp };
}

/** Returns the engineer whose rows are shown and sent; null when nobody is signed in. */
export async function readOwner(device: Device): Promise<string | null> {
  return (await device.database.token.get(1))?.ownerId ?? null;
}

/** True when this browser has an installation of the engineer who signed in last. */
export async function isInstalled(device: Device): Promise<boolean> {
  return ((await device.database.setting.get(1))?.installationDate ?? null) !== null;
}

/** Returns this browser's installation of one engineer; null when they were never here. */
export async function readDeviceInstallation(
  { database }: Device,
  email: string,
): Promise<DeviceInstallation | null> {
  const [setting, login] = await Promise.all([
    database.setting.get(1),
    database.login.get(email.trim().toLowerCase()),
  ]);
  if (!setting) return null;
  const currentUserId = setting.holderId ?? null;
  const ownerId = login?.ownerId ?? null;
  if (currentUserId === null || ownerId === currentUserId) return pickInstallation(setting);
  if (ownerId === null) return null;
  return (await database.drawer.get(ownerId))?.installed ?? null;
}

/** True when this person signs in here with a PIN. Without an email: when anybody does. */
export async function requiresPin(device: Device, email: string): Promise<boolean> {
  if (email.trim() !== "") {
    const installation = await readDeviceInstallation(device, email);
    return (installation?.installationDate ?? null) !== null;
  }
  if (await isInstalled(device)) return true;
  const profiles = await device.database.drawer.toArray();
  return profiles.some((profile) => profile.installed.installationDate !== null);
}

const rememberedKey = "fieldfare.email";

export function rememberedEmail(): string | null {
  return localStorage.getItem(rememberedKey);
}

export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(rememberedKey);
  else localStorage.setItem(rememberedKey, email);
}
