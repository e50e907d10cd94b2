import { addDays, startOfWeek } from "../calendar/days.ts";

/** How many weeks the planner shows where the server has not said. */
export const defaultPlannerWeeks = 4;

export interface PlannerWeek {
  /** A Monday. */
  readonly from: string;
  /** Its Sunday. */
  readonly to: string;
  readonly days: readonly string[];
}

/** The weeks of the planner from the one in which `today` lies. */
export function plannerWeeks(today: string, weeks: number): readonly PlannerWeek[] {
  const first = startOfWeek(today);
  return Array.from({ length: weeks }, (_, index) => {
    const from = addDays(first, 7 * index);
    const days = Array.from({ length: 7 }, (_day, offset) => addDays(from, offset));
    return { from, to: addDays(from, 6), days };
  });
}
