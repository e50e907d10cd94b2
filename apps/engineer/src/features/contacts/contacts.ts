import { type ContactList, readContacts, readContactsVersion } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";

export interface Contacts {
  /** Undefined during the first read. */
  readonly list: ContactList | undefined;
  readonly isFailed: boolean;
  readonly readAgain: () => void;
}

/** Returns all contacts, sorted, and reads them again when a sync has changed them. */
export function useContacts(): Contacts {
  const device = useDevice();
  const state = useLive(() => readContactsVersion(device), [device]);
  const [list, setList] = useState<ContactList>();
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (state === undefined) return undefined;
    let isActive = true;
    readContacts(device).then(
      (read) => {
        if (!isActive) return;
        setList(read);
        setFailed(false);
      },
      () => isActive && setFailed(true),
    );
    return () => {
      isActive = false;
    };
  }, [device, state, attempt]);
  return { list, isFailed, readAgain: () => setAttempt((before) => before + 1) };
}
