import type { AbsenceAlertRow } from "@fieldfare/device";
import { formatWeekday } from "../../ui/days.ts";
import { strings } from "./strings.ts";

/** What the office has decided, about which days. */
export function describeDecision({ decision, absenceType, days }: AbsenceAlertRow): string {
  const text = strings();
  const when = days
    .map(({ dateFrom, dateTo }) => text.range(formatWeekday(dateFrom), formatWeekday(dateTo)))
    .join(", ");
  return text.describeDecision(decision, absenceType, when);
}

/** What the office says about its decision: the reason of a refusal, or a comment. */
export function describeReason({ decision, reason }: AbsenceAlertRow): string {
  if (reason === null) return "";
  const text = strings();
  return decision === "approved" || decision === "cancellation-approved"
    ? text.comment(reason)
    : text.reason(reason);
}
