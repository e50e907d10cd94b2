import { type LostWork as Lost, readLostWork } from "@fieldfare/device";
import type { JobStatus } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { Stack } from "../ui/card.tsx";
import { formatDateTime } from "../ui/dates.ts";
import { Banner } from "../ui/notice.tsx";
import { useDevice } from "./device.tsx";
import { lostWorkWords as words } from "./lost-work-words.ts";

/** Both copies on this phone are gone: what the server has, and what cannot be recovered. */
export function LostWork() {
  const device = useDevice();
  const [lost, setLost] = useState<Lost | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readLostWork(device).then((answer) => {
      if (isWanted && answer.ok) setLost(answer.value);
    });
    return () => {
      isWanted = false;
    };
  }, [device]);
  const spoken = words();
  if (!lost) return <p>{spoken.unknown}</p>;
  const { received, queuedMessages, lostMessages } = lost;
  const { lastStep } = received;
  return (
    <Banner tone={lostMessages === 0 ? "info" : "warn"} title={spoken.title(lostMessages)}>
      <Stack>
        <p>
          {lostMessages === null || queuedMessages === null
            ? spoken.received(received.messages)
            : spoken.expected(queuedMessages, received.messages)}
        </p>
        <p>
          {lastStep
            ? spoken.lastStep(
                spoken.statuses[lastStep.status as JobStatus] ?? lastStep.status,
                lastStep.formattedJobId,
                formatDateTime(lastStep.changedOn),
              )
            : spoken.noStep}
        </p>
        {lostMessages !== 0 && <p>{spoken.recordAgain}</p>}
      </Stack>
    </Banner>
  );
}
