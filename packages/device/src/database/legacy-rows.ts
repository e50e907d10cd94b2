import type { DeviceInstallation, LoginRow, SharedSettingRow, TokenRow } from "./rows.ts";

/** The one row of settings of a build that had one database for all engineers, with the installation of its current user. */
export interface LegacySettingRow
  extends DeviceInstallation, Pick<SharedSettingRow, "id" | "sync" | "missingJournals"> {
  /** The current user. Missing in rows of version 8. */
  readonly holderId?: string | null;
  readonly export: { readonly lastExportDate: string | null; readonly code: string | null };
}

export type LegacyLoginRow = LoginRow & { readonly isSignatureGiven?: boolean };

export type LegacyTokenRow = TokenRow & { readonly ownerId: string };

/**
 * The stored profile: the rows of an engineer who was not the current user, of the tables that held
 * the rows of the current user only.
 */
export interface StoredProfileRow {
  readonly ownerId: string;
  readonly installed: DeviceInstallation;
  readonly rows: Readonly<Record<string, readonly unknown[]>>;
}

/** True for a row of settings that was written by a build with one database for all engineers. */
export function isLegacySetting(row: unknown): boolean {
  return !("currentUserId" in (row as object));
}

export function toSharedSetting(row: LegacySettingRow): SharedSettingRow {
  const { id, holderId, sync, missingJournals } = row;
  const currentUserId = holderId ?? null;
  return { id, currentUserId, sync, ...(missingJournals && { missingJournals }) };
}
