import type { JobRow } from "@fieldfare/device";
import { HoldReason } from "../../../device/hold-reason.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Banner } from "../../../ui/notice.tsx";
import { words } from "../words.ts";

/** Why and since when the job is on hold. */
export function HoldBanner({ hold }: { hold: NonNullable<JobRow["hold"]> }) {
  const spoken = words().hub;
  return (
    <Banner tone="warn" title={spoken.onHold}>
      <HoldReason hold={hold} />
      <span>{spoken.heldSince(formatDateTime(hold.timestamp))}</span>
    </Banner>
  );
}
