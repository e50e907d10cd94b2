import type { BoardDampCase } from "@fieldfare/contract/office";
import { isInspectionType, londonDay } from "@fieldfare/domain";
import { formatMoment } from "../../ui/dates.ts";
import { strings } from "./strings.ts";

type DampJob = NonNullable<BoardDampCase["job"]>;

/** An inspection begins no works. */
const isWrongWork = (clock: BoardDampCase["clock"], { detailTypeName }: DampJob) =>
  clock === "works" && isInspectionType(detailTypeName);

/** Whether the job of the case is the right work, and only an engineer is missing. */
export function lacksEngineer({ clock, job }: BoardDampCase): boolean {
  if (clock === "summary" || job === null || isWrongWork(clock, job)) return false;
  return job.fieldOperativeId === null;
}

/** Says why the job of the case does not count as planned, or what else is missing. */
export function describeDampWork({ clock, job }: BoardDampCase, at: Date): string {
  if (clock === "summary") return strings.summaryMissing;
  if (!job) return strings.noWork;
  const { formattedJobId, fieldOperativeId, appointmentDateTime } = job;
  if (isWrongWork(clock, job)) return strings.workIsInspection(formattedJobId);
  if (fieldOperativeId === null) return strings.workOfNobody(formattedJobId);
  const isOver = londonDay(new Date(appointmentDateTime)) < londonDay(at);
  return (isOver ? strings.workIsOver : strings.workTooLate)(
    formattedJobId,
    formatMoment(appointmentDateTime),
  );
}
