import { readAlarms, readStorage, type Storage } from "@fieldfare/device";
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

/** Returns the browser's storage state, null until the first answer, and what of it may cost unsent work. */
export function useStorageAlarms() {
  const device = useDevice();
  const { storage, refresh } = useStorage();
  const alarms = useLive(() => (storage ? readAlarms(device, storage) : []), [device, storage]);
  return { storage, alarms: alarms ?? [], refresh };
}

/** Shown while unsent work may be lost, with the buttons that protect it. It comes late: what is below it moves. */
export function StorageAlarms({
  alarms,
  refresh,
}: Pick<ReturnType<typeof useStorageAlarms>, "alarms" | "refresh">) {
  if (alarms.length === 0) return null;
  return (
    <Suspense>
      <StorageAlarmBanner alarms={alarms} onChange={refresh} />
    </Suspense>
  );
}
