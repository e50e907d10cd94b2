import { type JobRow, readDomainList } from "@fieldfare/device";
import { useDevice, useLive } from "./device.tsx";

/** Why a job is on hold, in the words of the office's list and of the engineer. */
export function HoldReason({ hold }: { hold: NonNullable<JobRow["hold"]> }) {
  const device = useDevice();
  const reasons = useLive(() => readDomainList(device, "HoldReason"), [device]);
  const reason = reasons?.find((choice) => choice.value === hold.holdReasonId);
  const parts = [reason?.text, hold.holdDescription].filter(Boolean);
  return parts.length > 0 && <span dir="auto">{parts.join(", ")}</span>;
}
