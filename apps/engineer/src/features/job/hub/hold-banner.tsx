import { type JobRow, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "../../../device/device.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Banner } from "../../../ui/notice.tsx";
import { words } from "../words.ts";

/** Why and since when the job is on hold. */
export function HoldBanner({ hold }: { hold: NonNullable<JobRow["hold"]> }) {
  const device = useDevice();
  const reasons = useLive(() => readDomainList(device, "HoldReason"), [device]);
  const reason = reasons?.find((choice) => choice.value === hold.holdReasonId);
  const spoken = words().hub;
  return (
    <Banner tone="warn" title={spoken.onHold}>
      {reason && <span>{reason.text}</span>}
      {hold.holdDescription && <span>{hold.holdDescription}</span>}
      <span>{spoken.heldSince(formatDateTime(hold.timestamp))}</span>
    </Banner>
  );
}
