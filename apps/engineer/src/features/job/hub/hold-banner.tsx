import type { JobRow } from "@fieldfare/device";
import { HoldReason } from "../../../phone/hold-reason.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { Banner } from "../../../ui/banner.tsx";
import { strings } from "../strings.ts";

/** Shows why the job is on hold, and since when. */
export function HoldBanner({ hold }: { hold: NonNullable<JobRow["hold"]> }) {
  const text = strings().hub;
  return (
    <Banner tone="warn" title={text.onHold}>
      <HoldReason hold={hold} />
      <span>{text.heldSince(formatDateTime(hold.timestamp))}</span>
    </Banner>
  );
}
