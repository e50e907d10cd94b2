import { isRecord, readField, readTextField } from "@fieldfare/domain";

/**
 * A row of a build that had one database for all engineers. Such builds differ in their fields, so
 * each field is checked where it is read, and a row is carried over as it is.
 */
export type LegacyRow = Readonly<Record<string, unknown>>;

/** True for a row of settings that was written by a build with one database for all engineers. */
export function isLegacySetting(row: unknown): boolean {
  return readField(row, "currentUserId") === undefined;
}

/** Returns the current user of a row of settings. Rows of version 8 do not have one. */
export function readCurrentUser(setting: LegacyRow): string | null {
  return readTextField(setting, "holderId") ?? null;
}

/** Returns the row of settings that all engineers share. */
export function toSharedSetting(setting: LegacyRow): LegacyRow {
  const { id, sync, missingJournals } = setting;
  const currentUserId = readCurrentUser(setting);
  return { id, currentUserId, sync, ...(isRecord(missingJournals) && { missingJournals }) };
}

/**
 * Returns the rows of one table in a stored profile. It had the rows of an engineer who was not the
 * current user, of the tables that held the rows of the current user only.
 */
export function readProfileRows(profile: unknown, table: string): readonly LegacyRow[] {
  const rows = readField(profile, "rows", table);
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
