/** Sizes are in megabytes of 1,000,000 bytes. */
export interface SyncConfig {
  readonly warnSizeInMb: number;
  readonly onStart: boolean;
  readonly minSizeInMb: number;
  readonly maxSizeInMb: number;
}

export const defaultSyncConfig: SyncConfig = {
  warnSizeInMb: 5,
  onStart: true,
  minSizeInMb: 0,
  maxSizeInMb: 30,
};

export type SyncResultCode =
  | "auto-sync"
  | "user-requested"
  | "not-required"
  | "large-payload"
  | "error";

/** Returns the megabytes from which a synchronisation warns, within the configured minimum and maximum. */
export function warningSize(config: SyncConfig): number {
  return Math.min(Math.max(config.warnSizeInMb, config.minSizeInMb), config.maxSizeInMb);
}

export const syncedTypes = [
  "DomainData",
  "CustomForm",
  "Part",
  "PartCategory",
  "PartUnitType",
  "Manufacturer",
  "ManufacturerModel",
  "ManufacturerRank",
  "JobStage",
  "Sor",
  "UnsafeSituation",
  "Contacts",
  "RootCauses",
] as const;

export type SyncedType = (typeof syncedTypes)[number];
