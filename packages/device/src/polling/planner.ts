import { getPlannerAppointments, getPlannerWeeks } from "@fieldfare/contract";
import type { Answer } from "../api/failure.ts";
import type { Device } from "../device.ts";
import { weekName, weeksName } from "../reading/planner.ts";
import { callServerSignedIn, refreshLastSeen } from "./signed-in-call.ts";

/** Fetches how many weeks the planner shows. */
export async function refreshPlannerWeeks(device: Device): Promise<Answer<true>> {
  return refreshLastSeen(device, weeksName, (own) => callServerSignedIn(own, getPlannerWeeks, {}));
}

/** Fetches one week of the planner, Monday to Sunday. */
export async function refreshPlannerWeek(
  device: Device,
  from: string,
  to: string,
): Promise<Answer<true>> {
  const params = { from: `${from}T00:00:00Z`, to: `${to}T23:59:59Z` };
  return refreshLastSeen(device, weekName(from), (own) =>
    callServerSignedIn(own, getPlannerAppointments, { params }),
  );
}
