import { addDays, startOfWeek } from "../calendar/days.ts";

/** How many weeks the planner shows if the server does not say. */
export const defaultPlannerWeeks = 4;

export interface PlannerWeek {
  /** A Monday. */
  readonly from: string;
  /** The Sunday of that week. */
  readonly to: string;
  readonly days: readonly string[];
}

/** Returns the weeks of the planner, starting with the week of `today`. */
export function plannerWeeks(today: string, weeks: number): readonly PlannerWeek[] {
  const first = startOfWeek(today);
  return Array.from({ length: weeks }, (_, index) => {
    const from = addDays(first, 7 * index);
    const days = Array.from({ length: 7 }, (_day, offset) => addDays(from, offset));
    return { from, to: addDays(from, 6), days };
  });
}
