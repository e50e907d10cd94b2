import { keepStorage, readAlarms, readStorage, type Storage } from "@fieldfare/device";
import type { StorageAlarm } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Stack } from "../ui/card.tsx";
import { Banner } from "../ui/notice.tsx";
import { useDevice, useLive } from "./device.tsx";
import { isUrgent, storageWords as words } from "./storage-words.ts";

const againAfterMs = 60_000;

/** The room that the browser gives, asked for again each minute; null until it has answered. */
export function useStorage(): { readonly storage: Storage | null; readonly ask: () => void } {
  const device = useDevice();
  const [storage, setStorage] = useState<Storage | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const read = () =>
      void readStorage(device).then((found) => {
        if (isWanted) setStorage(found);
      });
    read();
    const timer = setInterval(read, againAfterMs);
    const stopListening = device.events.on((event) => {
      if (event.kind === "storage") read();
    });
    return () => {
      isWanted = false;
      stopListening();
      clearInterval(timer);
    };
  }, [device, round]);
  return { storage, ask: () => setRound((number) => number + 1) };
}

/** Stands as long as unsent work is in danger, and leads to the way out. */
export function StorageAlarms() {
  const device = useDevice();
  const { storage, ask } = useStorage();
  const alarms = useLive(() => (storage ? readAlarms(device, storage) : []), [device, storage]);
  const [isRefused, setRefused] = useState(false);
  if (!alarms || alarms.length === 0) return null;
  const spoken = words();
  const keep = async () => {
    setRefused((await keepStorage(device)) !== true);
    ask();
  };
  const urgent = isUrgent(alarms);
  return (
    <Banner tone={urgent ? "danger" : "warn"} title={spoken.title(alarms)}>
      <Stack>
        {alarms.map((alarm: StorageAlarm) => (
          <p key={alarm}>{spoken.alarm[alarm]}</p>
        ))}
        {isRefused && alarms.includes("not-persistent") && <p>{spoken.refused}</p>}
        {alarms.includes("not-persistent") && (
          <Button wide onClick={() => void keep()}>
            {spoken.keep}
          </Button>
        )}
        {(urgent || alarms.includes("one-copy")) && (
          <ButtonLink to="/settings/rescue" wide>
            {spoken.rescue}
          </ButtonLink>
        )}
      </Stack>
    </Banner>
  );
}
