import { requestPersistentStorage, readAlarms, readStorage, type Storage } from "@fieldfare/device";
import type { StorageAlarm } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Stack } from "../ui/card.tsx";
import { Banner } from "../ui/banner.tsx";
import { useDevice, useLive } from "./device.tsx";
import { isUrgent, storageStrings as strings } from "./storage-strings.ts";

const refreshMs = 60_000;

/** Returns the browser's storage state, read again every minute; null until the first answer. */
export function useStorage(): { readonly storage: Storage | null; readonly refresh: () => void } {
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

/** Shown while unsent work may be lost, with the buttons that protect it. */
export function StorageAlarms() {
  const device = useDevice();
  const { storage, refresh } = useStorage();
  const alarms = useLive(() => (storage ? readAlarms(device, storage) : []), [device, storage]);
  const [isRefused, setRefused] = useState(false);
  if (!alarms || alarms.length === 0) return null;
  const text = strings();
  const requestPersistence = async () => {
    setRefused((await requestPersistentStorage(device)) !== true);
    refresh();
  };
  const urgent = isUrgent(alarms);
  return (
    <Banner tone={urgent ? "danger" : "warn"} title={text.title(alarms)}>
      <Stack>
        {alarms.map((alarm: StorageAlarm) => (
          <p key={alarm}>{text.alarm[alarm]}</p>
        ))}
        {isRefused && alarms.includes("not-persistent") && <p>{text.refused}</p>}
        {alarms.includes("not-persistent") && (
          <Button wide onClick={() => void requestPersistence()}>
            {text.keep}
          </Button>
        )}
        {(urgent || alarms.includes("one-copy")) && (
          <ButtonLink to="/settings/rescue" wide>
            {text.rescue}
          </ButtonLink>
        )}
      </Stack>
    </Banner>
  );
}
