import type { TokenClaims } from "@fieldfare/contract";
import type { SettingRow } from "../database/rows.ts";
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
  readonly settings: SettingRow | null;
}

export async function readSession(device: Device): Promise<Session> {
  const { database } = device;
  const [token, settings] = await Promise.all([database.token.get(1), database.setting.get(1)]);
  return { user: token ? sessionUser(token.claims) : null, settings: settings ?? null };
}

function sessionUser(claims: TokenClaims): SessionUser {
  const { exp, ...rest } = claims;
  return { ...rest, tokenExpiry: exp };
}

/** Whose rows are shown and sent; null when nobody is signed in. */
export async function readOwner(device: Device): Promise<string | null> {
  return (await device.database.token.get(1))?.ownerId ?? null;
}

/** True when this browser holds an installation: the PIN is asked for, not the password. */
export async function isInstalled(device: Device): Promise<boolean> {
  return ((await device.database.setting.get(1))?.installationDate ?? null) !== null;
}

const rememberedKey = "fieldfare.email";

export function rememberedEmail(): string | null {
  return localStorage.getItem(rememberedKey);
}

export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(rememberedKey);
  else localStorage.setItem(rememberedKey, email);
}
