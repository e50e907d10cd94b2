import { isolateText } from "@fieldfare/domain";
import { type JobRow, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "./device.tsx";

/** Why a job is on hold: the reason from the office's list and the engineer's notes. */
export function HoldReason({ hold }: { hold: NonNullable<JobRow["hold"]> }) {
  const device = useDevice();
  const reasons = useLive(() => readDomainList(device, "HoldReason"), [device]);
  const reason = reasons?.find((choice) => choice.value === hold.holdReasonId);
  const parts = [reason?.text, hold.holdDescription].flatMap((part) =>
    part ? [isolateText(part)] : [],
  );
  return parts.length > 0 && <span dir="auto">{parts.join(", ")}</span>;
}
