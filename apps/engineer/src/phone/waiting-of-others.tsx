import { logError, readWaitingOfOthers } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { useDevice, useSession } from "./device.tsx";
import { strings } from "./waiting-strings.ts";

/**
 * Says how many messages of each other engineer wait on this phone, and when they are sent. Their number is read once, when
 * this is shown: no message of theirs is added or sent while somebody else is signed in.
 */
export function WaitingOfOthers() {
  const device = useDevice();
  const { user } = useSession();
  const ownerId = user?.id;
  const [counts, setCounts] = useState<readonly number[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setCounts([]);
    readWaitingOfOthers(device)
      .then((read) => {
        if (isCurrent) setCounts(read);
      })
      .catch((error: unknown) => logError(device, error, "messages of others"));
    return () => {
      isCurrent = false;
    };
  }, [device, ownerId]);
  const text = strings();
  return counts.map((count, index) => (
    <Banner key={index} tone="info" title={text.ofAnotherTitle(count)}>
      {text.isSentLater(count)}
    </Banner>
  ));
}
