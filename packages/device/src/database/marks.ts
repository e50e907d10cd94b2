import { z } from "@fieldfare/contract";
import type { DeviceMark, DeviceMarks } from "../ports.ts";

const storedMarks = z.record(
  z.string(),
  z.object({
    deviceId: z.string(),
    queuedMessages: z.int(),
    takenBackMessages: z.optional(z.int()),
  }),
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
  const write = (marks: Record<string, DeviceMark>) => {
    try {
      store.write(JSON.stringify(marks));
    } catch {
      // Full or forbidden: the next message tries again.
    }
  };
  return {
    read: (ownerId) => readAll()[ownerId] ?? null,
    note(ownerId, change) {
      const marks = readAll();
      const earlier = marks[ownerId];
      const deviceId = change.deviceId ?? earlier?.deviceId;
      if (deviceId === undefined) return;
      // Another tab may have counted further since: each reads what the other has written, and neither goes back.
      const mark = {
        deviceId,
        queuedMessages: Math.max(change.queuedMessages ?? 0, earlier?.queuedMessages ?? 0),
        takenBackMessages: Math.max(change.takenBackMessages ?? 0, earlier?.takenBackMessages ?? 0),
      };
      const isSame =
        earlier?.deviceId === deviceId &&
        earlier.queuedMessages === mark.queuedMessages &&
        (earlier.takenBackMessages ?? 0) === mark.takenBackMessages;
      if (!isSame) write({ ...marks, [ownerId]: mark });
    },
    replace: (ownerId, mark) => write({ ...readAll(), [ownerId]: mark }),
  };
}
