import { z } from "@fieldfare/contract";
import type { RecoveryRecord, RecoveryRecords } from "../ports.ts";

const storedRecords = z.record(
  z.string(),
  z.object({
    deviceId: z.string(),
    queuedMessages: z.int(),
    takenBackMessages: z.optional(z.int()),
  }),
);

/**
 * Stores the recovery records as one string in a small store. A store that fails costs the third
 * copy and nothing else.
 */
export function createRecoveryRecords(store: {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}): RecoveryRecords {
  const readAll = (): Record<string, RecoveryRecord> => {
    try {
      const parsed = storedRecords.safeParse(JSON.parse(store.read() ?? "{}"));
      return parsed.success ? parsed.data : {};
    } catch {
      return {};
    }
  };
  const write = (records: Record<string, RecoveryRecord>) => {
    try {
      store.write(JSON.stringify(records));
    } catch {
      // The store is full or forbidden: the next message tries again.
    }
  };
  return {
    read: (ownerId) => readAll()[ownerId] ?? null,
    hasAny: () => Object.keys(readAll()).length > 0,
    update(ownerId, change) {
      const records = readAll();
      const previous = records[ownerId];
      const deviceId = change.deviceId ?? previous?.deviceId;
      if (deviceId === undefined) return;
      // Another tab may have counted further: each tab reads what the other has written, and no
      // count goes down. Another device begins its own counts.
      const counted = previous?.deviceId === deviceId ? previous : null;
      const record = {
        deviceId,
        queuedMessages: Math.max(change.queuedMessages ?? 0, counted?.queuedMessages ?? 0),
        takenBackMessages: Math.max(change.takenBackMessages ?? 0, counted?.takenBackMessages ?? 0),
      };
      const isSame =
        previous?.deviceId === deviceId &&
        previous.queuedMessages === record.queuedMessages &&
        (previous.takenBackMessages ?? 0) === record.takenBackMessages;
      if (!isSame) write({ ...records, [ownerId]: record });
    },
    remove(ownerId) {
      const { [ownerId]: _removed, ...others } = readAll();
      write(others);
    },
    replace: (ownerId, record) => write({ ...readAll(), [ownerId]: record }),
  };
}
