import type { TokenClaims } from "@fieldfare/contract";
import type { KnownInstallation, SettingRow, SharedSettingRow } from "../database/rows.ts";
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
  /** Null before anybody has signed in on this browser. */
  readonly settings: DeviceSettings | null;
}

/** The settings of the engineer and those that all engineers of this browser share. */
type DeviceSettings = SettingRow & Pick<SharedSettingRow, "sync">;

/** Reads who is signed in, with the engineer's and the phone's settings. */
export async function readSession({ engineer, shared }: Device): Promise<Session> {
  const [token, setting, sharedSetting] = await Promise.all([
    engineer?.token.get(1),
    engineer?.setting.get(1),
    shared.setting.get(1),
  ]);
  return {
    user: token ? sessionUser(token.claims) : null,
    signedInOn: token?.signedInOn ?? null,
    settings: setting && sharedSetting ? { ...setting, sync: sharedSetting.sync } : null,
  };
}

function sessionUser(claims: TokenClaims): SessionUser {
  const { exp, ...rest } = claims;
  return { ...rest, tokenExpiry: exp };
}

/** Returns the engineer whose rows are shown and sent; null when nobody is signed in. */
export async function readOwner({ engineer }: Device): Promise<string | null> {
  return engineer && (await engineer.token.get(1)) ? engineer.ownerId : null;
}

/** True when this browser has an installation of the engineer who signed in last. */
export async function isInstalled({ engineer }: Device): Promise<boolean> {
  return ((await engineer?.setting.get(1))?.installationDate ?? null) !== null;
}

/** Returns this browser's installation of one engineer; null when it is not installed for them. */
export async function readDeviceInstallation(
  { shared }: Device,
  email: string,
): Promise<KnownInstallation | null> {
  return (await shared.login.get(email.trim().toLowerCase()))?.installation ?? null;
}

/** True when this person signs in here with a PIN. Without an email: when anybody does. */
export async function requiresPin(device: Device, email: string): Promise<boolean> {
  if (email.trim() !== "") return (await readDeviceInstallation(device, email)) !== null;
  const logins = await device.shared.login.toArray();
  return logins.some(({ installation }) => (installation ?? null) !== null);
}

/**
 * True when this browser is installed for the engineer who is signed in; when nobody is, for any engineer. False after
 * a loss of both copies, until the recovery.
 */
export async function isWorkStoredHere(device: Device): Promise<boolean> {
  const { user, settings } = await readSession(device);
  if (user) return (settings?.installationDate ?? null) !== null;
  return requiresPin(device, "");
}

const rememberedKey = "fieldfare.email";

/** Returns the username that the sign-in screen fills in. */
export function rememberedEmail(): string | null {
  return localStorage.getItem(rememberedKey);
}

/** Keeps the e-mail address for the next sign-in in this browser; null forgets it. */
export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(rememberedKey);
  else localStorage.setItem(rememberedKey, email);
}
