import { z } from "@fieldfare/contract";
import type { DeviceMark, DeviceMarks } from "../ports.ts";

const storedMarks = z.record(
  z.string(),
  z.object({ deviceId: z.string(), queuedMessages: z.int() }),
);

/** Marks in one string of a small store. A store that fails costs the third copy and nothing else. */
export function marksIn(store: {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}): DeviceMarks {
  const readAll = (): Record<string, DeviceMark> => {
    try {
      const parsed = storedMarks.safeParse(JSON.parse(store.read() ?? "{}"));
      return parsed.success ? parsed.data : {};
    } catch {
      return {};
    }
  };
  return {
    read: (ownerId) => readAll()[ownerId] ?? null,
    note(ownerId, change) {
      const marks = readAll();
      const earlier = marks[ownerId];
      const deviceId = change.deviceId ?? earlier?.deviceId;
      if (deviceId === undefined) return;
      const queuedMessages = change.queuedMessages ?? earlier?.queuedMessages ?? 0;
      if (earlier?.deviceId === deviceId && earlier.queuedMessages === queuedMessages) return;
      try {
        store.write(JSON.stringify({ ...marks, [ownerId]: { deviceId, queuedMessages } }));
      } catch {
        // Full or forbidden: the next message tries again.
      }
    },
  };
}
