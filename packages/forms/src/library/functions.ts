import { FunctionFactory } from "survey-core";
import {
  addMonths,
  combustionRatio,
  isCalendarDay,
  isReading,
  isRecord,
  classifyRatio,
  classifyReading,
  dueAfterPartialCheck,
  isLeftOut,
  mayStayOn,
  needsWarningNotice,
  nextInspectionDue,
} from "@fieldfare/domain";

const hasAnswer = (row: unknown, name: unknown, value: unknown) =>
  isRecord(row) && typeof name === "string" && Object.hasOwn(row, name) && row[name] === value;

/** The functions that expressions of a definition may call besides the library's own. The rules are in the domain. */
const functions: Readonly<Record<string, (...given: unknown[]) => unknown>> = {
  /** `nextInspectionDue({inspectionDate}, {previousDueDate}, {appliances})` */
  nextInspectionDue: (checkedOn, previousDue, appliances) => {
    if (!isCalendarDay(checkedOn)) return null;
    const isPartial = Array.isArray(appliances) && appliances.filter(isRecord).some(isLeftOut);
    const findDue = isPartial ? dueAfterPartialCheck : nextInspectionDue;
    return findDue(checkedOn, isCalendarDay(previousDue) ? previousDue : null);
  },
  /** `monthsAfter({day}, 12)` */
  monthsAfter: (day, months) =>
    isCalendarDay(day) && typeof months === "number" ? addMonths(day, Math.trunc(months)) : null,
  /** `combustionRatio({panel.initialCo}, {panel.initialCo2})` */
  combustionRatio: (co, co2) => combustionRatio(co, co2),
  /** `isGoodRatio({panel.finalRatio})` */
  isGoodRatio: (ratio) => typeof ratio !== "number" || classifyRatio(ratio) === "good",
  isSafeRatio: (ratio) => typeof ratio !== "number" || classifyRatio(ratio) !== "unsafe",
  /** `isPossible('co', {panel.initialCo})` */
  isPossible: (reading, value) =>
    !isReading(reading) || classifyReading(reading, value) !== "impossible",
  /** An impossible reading is reported by `isPossible` only. */
  isUsual: (reading, value) => !isReading(reading) || classifyReading(reading, value) !== "unusual",
  /** `needsWarningNotice({panel.classification})` */
  needsWarningNotice: (unsafe) => needsWarningNotice(unsafe),
  /** `mayStayOn({panel.classification}, {panel.isolation})` */
  mayStayOn: (unsafe, isolation) => mayStayOn(unsafe, isolation),
  /**
   * `countWhere({appliances}, 'inspected', 'yes')`; a second name and value leave out the entries that have it:
   * `countWhere({alarms}, 'type', 'Smoke alarm', 'action', 'removed')`
   */
  countWhere: (rows, name, value, leftOutName, leftOutValue) =>
    Array.isArray(rows)
      ? rows.filter(
          (row) => hasAnswer(row, name, value) && !hasAnswer(row, leftOutName, leftOutValue),
        ).length
      : 0,
  /** `anyWhere({appliances}, 'classification', 'ID', 'AR')` */
  anyWhere: (rows, name, ...values) =>
    Array.isArray(rows) &&
    typeof name === "string" &&
    rows.some((row) => isRecord(row) && Object.hasOwn(row, name) && values.includes(row[name])),
};

/** Adds the functions to the library, for all forms of the page or thread. A repeat changes nothing. */
export function registerFunctions() {
  for (const [name, run] of Object.entries(functions))
    FunctionFactory.Instance.register(name, (given: unknown[]) => run(...given));
}
