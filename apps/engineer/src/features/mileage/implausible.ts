import { isMileageImplausible, type MileageRecord } from "@fieldfare/domain";
import { formatDateTime } from "../../ui/dates.ts";
import { confirm } from "../../ui/dialog.tsx";
import { words } from "./words.ts";

/** Asks about a mileage that may have a wrong digit; true where it is to be saved as it is. */
export async function isMileageMeant(
  miles: number,
  at: string,
  previous: Pick<MileageRecord, "currentMileage" | "dateRecorded"> | null,
): Promise<boolean> {
  if (!isMileageImplausible(miles, at, previous)) return true;
  const spoken = words();
  const since =
    previous &&
    spoken.implausibleSince(miles - previous.currentMileage, formatDateTime(previous.dateRecorded));
  return confirm({
    title: spoken.implausible,
    text: [spoken.implausibleText(miles), since].filter(Boolean).join(" "),
    confirm: spoken.implausibleConfirm,
    cancel: spoken.implausibleCancel,
  });
}
