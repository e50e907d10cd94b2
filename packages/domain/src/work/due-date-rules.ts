import { addMonths, isCalendarDay } from "../calendar/days.ts";
import type { ContradictionRule } from "./contradiction-rule.ts";
import type { FormAnswers } from "./form-states.ts";
import { maxMonthsUntilDue } from "./gas-safety.ts";

/** A check that is later than this is unusual, and its date may be mistyped. */
const monthsUntilUnusual = 12;
/** A check can be years late, but nobody goes by a date of another decade. */
const maxYearsLate = 10;

/** Builds a rule that compares the date by which the check was due with that of the check. */
const dueDateRule = (
  rule: Pick<ContradictionRule, "rule" | "severity" | "message">,
  isWrong: (due: string, checkedOn: string) => boolean,
): ContradictionRule => ({
  ...rule,
  at: "previousDueDate",
  reads: ["inspectionDate"],
  applies: ({ previousDueDate, inspectionDate }: FormAnswers) =>
    isCalendarDay(previousDueDate) &&
    isCalendarDay(inspectionDate) &&
    isWrong(previousDueDate, inspectionDate),
});

const correction =
  "enter the date by which the last record says that this check is due, or leave it empty.";

/**
 * The rules about the date by which this check was due. The next check is due by this date and not by that of the check, so a
 * wrong one makes a record valid for too long, or for too short a time.
 */
export const dueDateRules: readonly ContradictionRule[] = [
  dueDateRule(
    {
      rule: "due-date-too-late",
      severity: "error",
      message: `This is more than ${maxMonthsUntilDue} months after the check: ${correction}`,
    },
    (due, checkedOn) => due > addMonths(checkedOn, maxMonthsUntilDue),
  ),
  dueDateRule(
    {
      rule: "due-date-too-early",
      severity: "error",
      message: `This is more than ${maxYearsLate} years before the check: ${correction}`,
    },
    (due, checkedOn) => due < addMonths(checkedOn, -12 * maxYearsLate),
  ),
  {
    rule: "due-date-not-of-last-record",
    severity: "warning",
    at: "previousDueDate",
    reads: [],
    message: "The last record of this property has another date. Look at the date again.",
    applies: ({ previousDueDate }, { previous }) =>
      isCalendarDay(previousDueDate) &&
      isCalendarDay(previous["nextInspectionDue"]) &&
      previousDueDate !== previous["nextInspectionDue"],
  },
  dueDateRule(
    {
      rule: "due-date-long-ago",
      severity: "warning",
      message: `This is more than ${monthsUntilUnusual} months before the check. Look at the date again.`,
    },
    (due, checkedOn) => due < addMonths(checkedOn, -monthsUntilUnusual),
  ),
];
