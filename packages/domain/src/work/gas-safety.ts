import { addMonths, isCalendarDay } from "../calendar/days.ts";

/** Rules of the landlord's gas safety check. Days are `YYYY-MM-DD`. */

/** Immediately Dangerous, At Risk, Not to Current Standards (advisory). */
export const unsafeClasses = ["ID", "AR", "NCS"] as const;
export type UnsafeClass = (typeof unsafeClasses)[number];

const monthsBetweenChecks = 12;
/** So much earlier a check may be made without losing the days that are left. */
const monthsEarly = 2;

/**
 * The day by which the next check is due: 12 months after this one. A check in the two months before it was due
 * counts as made on the day it was due. A check that came later, or earlier still, starts anew.
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

/** CO in ppm over CO2 in per cent, as an analyser shows it: four decimals. Null: there is nothing to divide. */
export function combustionRatio(coPpm: unknown, co2Percent: unknown): number | null {
  if (typeof coPpm !== "number" || typeof co2Percent !== "number") return null;
  if (!Number.isFinite(coPpm) || !Number.isFinite(co2Percent)) return null;
  if (coPpm < 0 || co2Percent <= 0) return null;
  return Math.round(coPpm / co2Percent) / 10_000;
}

/** Over this the maker's instructions decide; over the second figure the burner is not safe. */
export const ratioLimits = { attention: 0.004, unsafe: 0.008 } as const;

export function classifyRatio(ratio: number): "good" | "attention" | "unsafe" {
  if (ratio > ratioLimits.unsafe) return "unsafe";
  return ratio > ratioLimits.attention ? "attention" : "good";
}

interface Range {
  readonly unit: string;
  /** Outside of these a reading was mistyped. */
  readonly possible: readonly [least: number, most: number];
  /** Outside of these it is worth a second look. */
  readonly usual: readonly [least: number, most: number];
}

/** What is read at an appliance or a meter. */
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

export function isReading(name: unknown): name is Reading {
  return typeof name === "string" && Object.hasOwn(readings, name);
}

/** Nothing read is nothing wrong. */
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

/** What is dangerous or at risk is handed over in writing, with the label on it. */
export function needsWarningNotice(unsafe: unknown): boolean {
  return unsafe === "ID" || unsafe === "AR";
}

/** Gas that stays on at an immediate danger is allowed by nobody but who refused. */
export function mayStayOn(unsafe: unknown, isolation: unknown): boolean {
  return unsafe !== "ID" || isolation !== "leftOn";
}
