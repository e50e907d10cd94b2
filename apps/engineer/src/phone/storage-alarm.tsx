import { readAlarms, readStorage, type Storage } from "@fieldfare/device";
import type { StorageAlarm } from "@fieldfare/domain";
import { lazy, Suspense, useEffect, useState } from "react";
import { useDevice, useLive } from "./device.tsx";

/** Few phones have an alarm: its texts are not part of what every start loads. */
const StorageAlarmBanner = lazy(() =>
  import("./storage-alarm-banner.tsx").then((module) => ({ default: module.StorageAlarmBanner })),
);

const refreshMs = 60_000;

/** Returns the browser's storage state, read again every minute; null until the first answer. */
function useStorage(): { readonly storage: Storage | null; readonly refresh: () => void } {
  const device = useDevice();
  const [storage, setStorage] = useState<Storage | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isActive = true;
    const read = () =>
      void readStorage(device).then((found) => {
        if (isActive) setStorage(found);
      });
    read();
    const timer = setInterval(read, refreshMs);
    const stopListening = device.events.on((event) => {
      if (event.kind === "storage") read();
    });
    return () => {
      isActive = false;
      stopListening();
      clearInterval(timer);
    };
  }, [device, attempt]);
  return { storage, refresh: () => setAttempt((number) => number + 1) };
}

/** What this page read last: a screen that is opened later draws it with its first frame. */
let latest: { readonly engineerId: string | null; readonly alarms: readonly StorageAlarm[] } = {
  engineerId: null,
  alarms: [],
};

/**
 * Returns the browser's storage state, null until the first answer, and what of it may cost unsent work. `isKnown`: the alarms
 * are drawn with the first frame of the screen, so that they may stand at its top; others come late, and would move what is
 * below them just before a tap.
 */
export function useStorageAlarms() {
  const device = useDevice();
  const engineerId = device.engineer?.ownerId ?? null;
  const { storage, refresh } = useStorage();
  const read = useLive(() => storage && readAlarms(device, storage), [device, storage]);
  useEffect(() => {
    if (read) latest = { engineerId, alarms: read };
  }, [engineerId, read]);
  const alarms = read ?? (latest.engineerId === engineerId ? latest.alarms : []);
  const [isKnown] = useState(alarms.length > 0);
  return { storage, alarms, isKnown, refresh };
}

type Alarms = Omit<ReturnType<typeof useStorageAlarms>, "storage">;

/** Shown while unsent work may be lost, with the buttons that protect it. */
export function StorageAlarms({ alarms, isKnown, refresh }: Alarms) {
  if (alarms.length === 0) return null;
  return (
    <Suspense>
      <StorageAlarmBanner alarms={alarms} isLate={!isKnown} onChange={refresh} />
    </Suspense>
  );
}
