import { type ContactList, readContacts, readContactsState } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";

export interface Contacts {
  /** Undefined while they are read for the first time. */
  readonly list: ContactList | undefined;
  readonly isFailed: boolean;
  readonly readAgain: () => void;
}

/** All contacts, sorted; read again when a synchronisation brought others. */
export function useContacts(): Contacts {
  const device = useDevice();
  const state = useLive(() => readContactsState(device), [device]);
  const [list, setList] = useState<ContactList>();
  const [isFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (state === undefined) return undefined;
    let isWanted = true;
    readContacts(device).then(
      (read) => {
        if (!isWanted) return;
        setList(read);
        setFailed(false);
      },
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [device, state, tries]);
  return { list, isFailed, readAgain: () => setTries((before) => before + 1) };
}
