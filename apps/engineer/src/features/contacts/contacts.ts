import { type ContactEntry, readContacts, readContactsDate } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";

export interface Contacts {
  /** Undefined while they are read for the first time. */
  readonly entries: readonly ContactEntry[] | undefined;
  readonly isFailed: boolean;
  readonly readAgain: () => void;
}

/** All contacts, sorted; read again when a synchronisation brought others. */
export function useContacts(): Contacts {
  const device = useDevice();
  const date = useLive(() => readContactsDate(device), [device]);
  const [entries, setEntries] = useState<readonly ContactEntry[]>();
  const [isFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (date === undefined) return undefined;
    let isWanted = true;
    readContacts(device).then(
      (read) => {
        if (!isWanted) return;
        setEntries(read);
        setFailed(false);
      },
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [device, date, tries]);
  return { entries, isFailed, readAgain: () => setTries((before) => before + 1) };
}
