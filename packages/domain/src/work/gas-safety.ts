import { addDays, addMonths, isCalendarDay, isoWeekday, startOfWeek } from "../calendar/days.ts";

/** Rules of the landlord's gas safety check. Days are `YYYY-MM-DD`. */

/** Immediately Dangerous, At Risk, Not to Current Standards (advisory). */
export const unsafeClasses = ["ID", "AR", "NCS"] as const;
export type UnsafeClass = (typeof unsafeClasses)[number];

const monthsBetweenChecks = 12;
/** A check may be made this many months early without moving the due date. */
const monthsEarly = 2;
/**
 * A check is never due later than this after the check before. The rule gives 14 months, and two days more where it goes from
 * the end of a short month to that of a long one, as from 28 February to 30 April of the next year.
 */
export const maxMonthsUntilDue = monthsBetweenChecks + monthsEarly + 1;

/**
 * Returns the day by which the next check is due: 12 months after this one. A check in the two months before it was
 * due counts as made on the due day. A check that was later, or earlier still, starts a new period.
 */
export function nextInspectionDue(checkedOn: string, previousDue: string | null): string | null {
  if (!isCalendarDay(checkedOn)) return null;
  const keepsDueDate =
    previousDue !== null &&
    isCalendarDay(previousDue) &&
    checkedOn <= previousDue &&
    checkedOn >= addMonths(previousDue, -monthsEarly);
  return addMonths(keepsDueDate ? previousDue : checkedOn, monthsBetweenChecks);
}

/**
 * Returns the day by which the next check is due after one that left out an appliance of the landlord's: the day by which this
 * one was due, or that of the check itself, because the yearly check is still to be made (regulation 36(3)(a)).
 */
export function dueAfterPartialCheck(checkedOn: string, previousDue: string | null): string | null {
  if (!isCalendarDay(checkedOn)) return null;
  return previousDue !== null && isCalendarDay(previousDue) ? previousDue : checkedOn;
}

/** Whether this is an appliance of the landlord's that the check left out. */
export function isLeftOut(appliance: Readonly<Record<string, unknown>>): boolean {
  return appliance["landlordsAppliance"] === "yes" && appliance["inspected"] === "no";
}

/** Where a home stands with its record. `window`: a check from now on keeps the due date. */
export type GasRecordState = "missing" | "overdue" | "window" | "valid";

/** Says where a home stands. `dueOn` is the day by which its next check is due; null: it has no record. */
export function classifyGasRecord(dueOn: string | null, today: string): GasRecordState {
  if (dueOn === null) return "missing";
  if (dueOn < today) return "overdue";
  return today >= earliestCheckOn(dueOn) ? "window" : "valid";
}

/** Returns the first day on which a check keeps this due date (regulation 36A). */
export function earliestCheckOn(dueOn: string): string {
  return addMonths(dueOn, -monthsEarly);
}

/**
 * Returns the day that is proposed for the next check: the first weekday after today on which the check keeps the due
 * date, so that there is time for further attempts. Without a record, or after the due date, it is the next weekday. A
 * day at the weekend is proposed where the next weekday would be late.
 */
export function proposeCheckDay(dueOn: string | null, today: string): string {
  const tomorrow = addDays(today, 1);
  const earliest = dueOn === null ? tomorrow : earliestCheckOn(dueOn);
  const day = earliest > tomorrow ? earliest : tomorrow;
  if (isoWeekday(day) <= 5) return day;
  const monday = addDays(startOfWeek(day), 7);
  const wouldBeLate = dueOn !== null && day <= dueOn && monday > dueOn;
  return wouldBeLate ? day : monday;
}

/**
 * Divides CO in ppm by CO2 in per cent and rounds to four decimals, as an analyser shows it. Returns null if either
 * cannot be used.
 */
export function combustionRatio(coPpm: unknown, co2Percent: unknown): number | null {
  if (typeof coPpm !== "number" || typeof co2Percent !== "number") return null;
  if (!Number.isFinite(coPpm) || !Number.isFinite(co2Percent)) return null;
  if (coPpm < 0 || co2Percent <= 0) return null;
  return Math.round(coPpm / co2Percent) / 10_000;
}

/**
 * The limits of BS 7967. Above `attention` the manufacturer's instructions decide; above `unsafe` a boiler is not safe. Fires,
 * water heaters and grills have higher limits, none above `unsafeForAll`.
 */
export const ratioLimits = { attention: 0.004, unsafe: 0.008, unsafeForAll: 0.02 } as const;

/** Whether the ratio of these readings, CO in ppm and CO2 in per cent, is over a limit; any CO without CO2 is. */
export function isRatioOver(limit: number, coPpm: unknown, co2Percent: unknown): boolean {
  if (co2Percent === 0) return typeof coPpm === "number" && coPpm > 0;
  const ratio = combustionRatio(coPpm, co2Percent);
  return ratio !== null && ratio > limit;
}

/** Compares the ratio, CO divided by CO2 of the flue gas, with its limits. */
export function classifyRatio(ratio: number): "good" | "attention" | "unsafe" {
  if (ratio > ratioLimits.unsafe) return "unsafe";
  return ratio > ratioLimits.attention ? "attention" : "good";
}

interface Range {
  readonly unit: string;
  /** A reading outside these limits was mistyped. */
  readonly possible: readonly [min: number, max: number];
  /** A reading outside these limits is unusual and worth checking. */
  readonly usual: readonly [min: number, max: number];
}

/** The readings at an appliance or a meter. */
export const readings = {
  operatingPressure: { unit: "mbar", possible: [0, 100], usual: [3, 38] },
  standingPressure: { unit: "mbar", possible: [0, 100], usual: [18, 38] },
  workingPressure: { unit: "mbar", possible: [0, 100], usual: [16, 38] },
  heatInput: { unit: "kW", possible: [0, 200], usual: [0.5, 70] },
  co: { unit: "ppm", possible: [0, 10_000], usual: [0, 350] },
  co2: { unit: "%", possible: [0, 20], usual: [3, 12] },
  pressureDrop: { unit: "mbar", possible: [0, 30], usual: [0, 8] },
  flowTemperature: { unit: "°C", possible: [0, 110], usual: [30, 82] },
  systemPressure: { unit: "bar", possible: [0, 6], usual: [0.8, 2] },
  gasRate: { unit: "m³/h", possible: [0, 20], usual: [0.1, 7] },
  humidity: { unit: "%", possible: [0, 100], usual: [30, 75] },
  moisture: { unit: "%", possible: [0, 100], usual: [0, 20] },
  roomTemperature: { unit: "°C", possible: [-20, 60], usual: [10, 30] },
  ambientCo: { unit: "ppm", possible: [0, 10_000], usual: [0, 9] },
} as const satisfies Record<string, Range>;
export type Reading = keyof typeof readings;

/** Whether the name is that of a reading with limits, such as `heatInput`. */
export function isReading(name: unknown): name is Reading {
  return typeof name === "string" && Object.hasOwn(readings, name);
}

/** Compares a reading with its limits. A missing one is good. */
export function classifyReading(
  reading: Reading,
  value: unknown,
): "good" | "unusual" | "impossible" {
  if (value === undefined || value === null || value === "") return "good";
  const { possible, usual } = readings[reading];
  if (typeof value !== "number" || !Number.isFinite(value)) return "impossible";
  if (value < possible[0] || value > possible[1]) return "impossible";
  return value < usual[0] || value > usual[1] ? "unusual" : "good";
}

/** Whether the class needs a written notice, with its label on the appliance: ID and AR do. */
export function needsWarningNotice(unsafe: unknown): boolean {
  return unsafe === "ID" || unsafe === "AR";
}

/** An immediate danger may be left on only if the responsible person refused permission. */
export function mayStayOn(unsafe: unknown, isolation: unknown): boolean {
  return unsafe !== "ID" || isolation !== "leftOn";
}

/** The questions of the record about the installation; a failed one asks for a class. */
export const pipeworkChecks = [
  "pipeworkVisual",
  "tightnessTest",
  "equipotentialBonding",
  "emergencyControlAccessible",
] as const;

/**
 * Whether the pipework failed. The class stays among the answers when the fault is removed, so it does not count
 * alone.
 */
export function isPipeworkFailed(record: Readonly<Record<string, unknown>>): boolean {
  return isPipeFailed(record) || record["emergencyControlAccessible"] === "no";
}

/** Whether pipework, tightness or bonding failed. The emergency control alone does not count. */
export function isPipeFailed(record: Readonly<Record<string, unknown>>): boolean {
  const { pipeworkVisual, tightnessTest, equipotentialBonding } = record;
  return pipeworkVisual === "fail" || tightnessTest === "fail" || equipotentialBonding === "no";
}
