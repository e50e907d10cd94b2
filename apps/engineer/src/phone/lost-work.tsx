import { hasWorkedHere, type LostWork as Lost, readLostWork } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { Stack } from "../ui/card.tsx";
import { formatDateTime } from "./times.ts";
import { Banner } from "../ui/banner.tsx";
import { useDevice, useLive } from "./device.tsx";
import { lostWorkStrings as strings } from "./lost-work-strings.ts";

/**
 * Shown when both copies of the unsent work are lost: what the server has received and what cannot be recovered. On a
 * phone where the engineer has never worked: that nothing of another phone is lost.
 */
export function LostWork() {
  const device = useDevice();
  const [lost, setLost] = useState<Lost | null>(null);
  useEffect(() => {
    let isActive = true;
    void readLostWork(device).then((answer) => {
      if (isActive && answer.ok) setLost(answer.value);
    });
    return () => {
      isActive = false;
    };
  }, [device]);
  const hasWorked = useLive(() => hasWorkedHere(device), [device]);
  const text = strings();
  // A recovery record may be of another version of the app.
  const statuses: Readonly<Partial<Record<string, string>>> = text.statuses;
  if (hasWorked === undefined) return null;
  if (!hasWorked)
    return (
      <Banner tone="info" title={text.otherPhone}>
        {text.otherPhoneText}
      </Banner>
    );
  if (!lost) return <p>{text.unknown}</p>;
  const { received, queuedMessages, lostMessages } = lost;
  const { lastStep, openVisits = [] } = received;
  const isComplete = lostMessages === 0 && openVisits.length === 0;
  return (
    <Banner tone={isComplete ? "info" : "warn"} title={text.title(lostMessages, openVisits.length)}>
      <Stack>
        <p>
          {lostMessages === null || queuedMessages === null
            ? text.received(received.messages)
            : text.expected(queuedMessages, received.messages)}
        </p>
        <p>
          {lastStep
            ? text.lastStep(
                statuses[lastStep.status] ?? lastStep.status,
                lastStep.formattedJobId,
                formatDateTime(lastStep.changedOn),
              )
            : text.noStep}
        </p>
        {openVisits.map(({ formattedJobId, changedOn }) => (
          <p key={formattedJobId}>{text.openVisit(formattedJobId, formatDateTime(changedOn))}</p>
        ))}
        {lostMessages !== 0 && <p>{text.recordAgain}</p>}
      </Stack>
    </Banner>
  );
}
