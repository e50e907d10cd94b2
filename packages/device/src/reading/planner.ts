import { type CallAnswer, getPlannerAppointments, getPlannerWeeks } from "@fieldfare/contract";
import { defaultPlannerWeeks } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { type LastSeen, readLastSeen } from "./last-seen.ts";

export type PlannerAppointment = CallAnswer<typeof getPlannerAppointments>[number];

export const weeksName = "planner-weeks";
/** Names what the server last said of one week. `monday` is a date such as 2026-03-02. */
export const weekName = (monday: string) => `planner-week:${monday}`;

/** Returns how many weeks the planner shows, as the server last said. */
export async function readPlannerWeeks(device: Device): Promise<number> {
  const seen = await readLastSeen(device, weeksName, getPlannerWeeks.response);
  return seen?.value.MobilePlannerWeeks ?? defaultPlannerWeeks;
}

/** Reads the week as it was last fetched. Undefined when it never was on this device. */
export async function readPlannerWeek(
  device: Device,
  monday: string,
): Promise<LastSeen<readonly PlannerAppointment[]> | undefined> {
  return readLastSeen(device, weekName(monday), getPlannerAppointments.response);
}
