import { logError, readWaitingOfOthers } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { useDevice, useSession } from "./device.tsx";
import { strings } from "./waiting-strings.ts";

/** Milliseconds that a screen waits for the databases of others before it is drawn without them. */
const longestWaitMs = 1_000;

/**
 * Returns how many messages of each other engineer wait on this phone, undefined until that is read: a screen that is drawn before
 * would move. It is read once, since no message of theirs is added or sent while somebody else is signed in.
 */
export function useWaitingOfOthers(): readonly number[] | undefined {
  const device = useDevice();
  const { user } = useSession();
  const ownerId = user?.id;
  const [counts, setCounts] = useState<readonly number[]>();
  useEffect(() => {
    let isCurrent = true;
    setCounts(undefined);
    // Another tab may hold up a database that is not open yet.
    const late = setTimeout(() => setCounts([]), longestWaitMs);
    void readWaitingOfOthers(device)
      .catch((error: unknown) => {
        void logError(device, error, "messages of others");
        return [];
      })
      .then((read) => {
        clearTimeout(late);
        if (isCurrent) setCounts(read);
      });
    return () => {
      clearTimeout(late);
      isCurrent = false;
    };
  }, [device, ownerId]);
  return counts;
}

/** Says how many messages of each other engineer wait on this phone, and when they are sent. */
export function WaitingOfOthers({ counts }: { counts: readonly number[] }) {
  const text = strings();
  return counts.map((count, index) => (
    <Banner key={index} tone="info" title={text.ofAnotherTitle(count)}>
      {text.isSentLater(count)}
    </Banner>
  ));
}
