import { type CallAnswer, getPlannerAppointments, getPlannerWeeks } from "@fieldfare/contract";
import { defaultPlannerWeeks } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { type LastSeen, readLastSeen } from "./last-seen.ts";

export type PlannerAppointment = CallAnswer<typeof getPlannerAppointments>[number];

export const weeksName = "planner-weeks";
export const weekName = (monday: string) => `planner-week:${monday}`;

/** How many weeks the planner shows, as the server said last. */
export async function readPlannerWeeks(device: Device): Promise<number> {
  const seen = await readLastSeen(device, weeksName, getPlannerWeeks.response);
  return seen?.value.MobilePlannerWeeks ?? defaultPlannerWeeks;
}

/** The week as it was seen last; undefined: never on this device. */
export async function readPlannerWeek(
  device: Device,
  monday: string,
): Promise<LastSeen<readonly PlannerAppointment[]> | undefined> {
  return readLastSeen(device, weekName(monday), getPlannerAppointments.response);
}
