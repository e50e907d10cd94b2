import { readTextField, type StorageAlarm, storageAlarms } from "@fieldfare/domain";
import { recordingTime } from "../database/clock.ts";
import type { JournaledDatabase } from "../database/database.ts";
import type { Device } from "../device.ts";
import { readOutboxSummary } from "./outbox-summary.ts";

export interface Storage {
  readonly usage: number | null;
  readonly quota: number | null;
  readonly isPersistent: boolean | null;
  /** False in a browser without a journal, and while the journal fails. */
  readonly hasSecondCopy: boolean;
  /** False if the work of an engineer who is not signed in here has no second copy. */
  readonly haveOthersSecondCopy: boolean;
}

/** Reads the use of storage, in bytes, and whether unsent work is stored twice. */
export async function readStorage({ ports, shared, engineer }: Device): Promise<Storage> {
  const [space, isPersistent, setting] = await Promise.all([
    ports.storage.estimate(),
    ports.storage.isPersistent(),
    shared.setting.get(1),
  ]);
  const missing = setting?.missingJournals;
  const others = missing?.ownerIds.filter((ownerId) => ownerId !== engineer?.ownerId) ?? [];
  return {
    ...space,
    isPersistent,
    hasSecondCopy: hasWorkingJournal(shared) && (!engineer || hasWorkingJournal(engineer)),
    haveOthersSecondCopy: !missing?.isRetried || others.length === 0,
  };
}

function hasWorkingJournal({ journal }: JournaledDatabase): boolean {
  return journal?.isFailing?.() === false;
}

/** Reads what may cost this engineer unsent work. */
export async function readAlarms(
  device: Device,
  storage: Storage,
): Promise<readonly StorageAlarm[]> {
  const { oldestOn } = await readOutboxSummary(device);
  return storageAlarms({ ...storage, oldestUnsentOn: oldestOn }, recordingTime(device));
}

/**
 * Whether an engineer with jobs has no reference data, because the browser has wiped its database:
 * the journal does not have them. Questions with such a list are then left out.
 */
export async function areListsMissing({ shared, engineer }: Device): Promise<boolean> {
  if (!engineer || (await shared.synchronisedData.count()) > 0) return false;
  return (await engineer.job.count()) > 0;
}

/** What storage is used for. */
export type StoragePurpose = "unsent" | "jobs" | "photos" | "reference" | "history" | "app";

export interface StorageUse {
  readonly purpose: StoragePurpose;
  /** The number of rows; of data sets, the number of blocks. */
  readonly rows: number;
  /** The size of the rows as text and bytes. What the browser adds is not known. */
  readonly bytes: number;
}

const purposes: readonly (readonly [StoragePurpose, RegExp])[] = [
  ["unsent", /^(messageQueue|draft|parkedLane)$/],
  ["photos", /^image(Bytes)?$/],
  ["history", /^(sentMessage|log|polling|alert)$/],
  ["app", /^(ballast|export.*|import.*|setting|counter|token|login|synchronisedData)$/],
  [
    "reference",
    /^(contact|contactsOfOthers|customForm|domainData|jobStage|manufacturer.*|part|partCategory|partUnitType|rootCause|sorCode|unsafeSituation|reference.*)$/,
  ],
  ["jobs", /./],
];

/** Measures table by table, a row at a time: it takes a moment and blocks nothing. */
export async function readStorageUse({ shared, engineer }: Device): Promise<readonly StorageUse[]> {
  const uses = new Map(purposes.map(([purpose]) => [purpose, { purpose, rows: 0, bytes: 0 }]));
  const unsentImages = new Set(
    await engineer?.image.filter(({ state }) => state !== "sent").primaryKeys(),
  );
  for (const table of [...shared.tables, ...(engineer?.tables ?? [])]) {
    const purpose = purposes.find(([, names]) => names.test(table.name))?.[0] ?? "jobs";
    const isOfImages = purpose === "photos";
    await table.each((row: object) => {
      const isUnsent = isOfImages && unsentImages.has(readTextField(row, "imageId") ?? "");
      const purposeUse = uses.get(isUnsent ? "unsent" : purpose);
      if (!purposeUse) return;
      // An image and its bytes count as one.
      if (table.name !== "imageBytes") purposeUse.rows += 1;
      purposeUse.bytes += estimateSize(row);
    });
  }
  return [...uses.values()];
}

/** Counts a letter as a byte, which is close enough to show what uses the storage. */
function estimateSize(value: unknown): number {
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + estimateSize(each), 0);
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + key.length + estimateSize(each),
    0,
  );
}
