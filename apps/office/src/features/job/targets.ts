import { checkVisitDay, londonDay } from "@fieldfare/domain";
import { describeLateVisit } from "../../server/late-visit.ts";
import { formatDay } from "../../ui/dates.ts";
import type { Fact } from "../../ui/facts.tsx";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

type Targeted = Pick<FieldJob, "targets"> & {
  readonly job: Pick<FieldJob["job"], "appointmentDateTime">;
};

/** The days by which the priority asks for an answer and the completion, and whether the appointment is later. */
export function describeTargets({ job, targets }: Targeted): Fact[] {
  if (targets === null) return [];
  const days = readDays(targets);
  const lateness = checkVisitDay(londonDay(new Date(job.appointmentDateTime)), days);
  const describe = (day: string, isLate: boolean) =>
    isLate ? `${formatDay(day)}. ${strings.appointmentIsLater}` : formatDay(day);
  return [
    [strings.answerBy, describe(days.targetResponseDay, lateness !== null)],
    [strings.completeBy, describe(days.targetCompletionDay, lateness === "after-completion")],
  ];
}

/** Says that another appointment would come too late for the priority; null: it would not. */
export function describeLateAppointment(
  targets: FieldJob["targets"],
  appointmentDateTime: string | null,
): string | null {
  if (targets === null || appointmentDateTime === null) return null;
  return describeLateVisit(readDays(targets), appointmentDateTime, formatDay);
}

function readDays(targets: NonNullable<FieldJob["targets"]>) {
  return {
    targetResponseDay: londonDay(new Date(targets.targetResponseDateTime)),
    targetCompletionDay: londonDay(new Date(targets.targetCompletionDateTime)),
  };
}
