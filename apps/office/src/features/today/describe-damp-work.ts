import type { BoardDampCase } from "@fieldfare/contract/office";
import { isInspectionType, londonDay } from "@fieldfare/domain";
import { formatMoment } from "../../ui/dates.ts";
import { strings } from "./strings.ts";

/** Says why the job of the case does not count as planned, or what else is missing. */
export function describeDampWork({ clock, job }: BoardDampCase, at: Date): string {
  if (clock === "summary") return strings.summaryMissing;
  if (!job) return strings.noWork;
  const { formattedJobId, fieldOperativeId, appointmentDateTime, detailTypeName } = job;
  if (clock === "works" && isInspectionType(detailTypeName))
    return strings.workIsInspection(formattedJobId);
  if (fieldOperativeId === null) return strings.workOfNobody(formattedJobId);
  const isOver = londonDay(new Date(appointmentDateTime)) < londonDay(at);
  return (isOver ? strings.workIsOver : strings.workTooLate)(
    formattedJobId,
    formatMoment(appointmentDateTime),
  );
}
