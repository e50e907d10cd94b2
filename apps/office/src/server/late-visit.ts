import { checkVisitDay, londonDay, type serviceLevelDays } from "@fieldfare/domain";

/** Says that an appointment comes too late for the days of a priority; null: it does not. */
export function describeLateVisit(
  days: ReturnType<typeof serviceLevelDays>,
  appointmentDateTime: string,
  writeDay: (day: string) => string,
): string | null {
  switch (checkVisitDay(londonDay(new Date(appointmentDateTime)), days)) {
    case "after-completion":
      return `The priority asks for completion by ${writeDay(days.targetCompletionDay)}: this is later.`;
    case "after-response":
      return `The priority asks for an answer by ${writeDay(days.targetResponseDay)}: this is later.`;
    default:
      return null;
  }
}
