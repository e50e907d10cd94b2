import { type ContactList, readContacts, readContactsVersion } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";

export interface Contacts {
  /** Undefined while they are read for the first time. */
  readonly list: ContactList | undefined;
  readonly isFailed: boolean;
  readonly readAgain: () => void;
}

/** All contacts, sorted; read again when a synchronisation brought others. */
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
