import { isMileageImplausible, type MileageRecord } from "@fieldfare/domain";
import { formatDateTime } from "../../phone/times.ts";
import { confirm } from "../../ui/dialog.tsx";
import { strings } from "./strings.ts";

/** Asks about a mileage that may have a wrong digit. Resolves to true if it is to be saved. */
export async function confirmMileage(
  miles: number,
  at: string,
  previous: Pick<MileageRecord, "currentMileage" | "dateRecorded"> | null,
): Promise<boolean> {
  if (!isMileageImplausible(miles, at, previous)) return true;
  const text = strings();
  const since =
    previous &&
    text.implausibleSince(miles - previous.currentMileage, formatDateTime(previous.dateRecorded));
  return confirm({
    title: text.implausible,
    text: [text.implausibleText(miles), since].filter(Boolean).join(" "),
    confirm: text.implausibleConfirm,
    cancel: text.implausibleCancel,
  });
}
