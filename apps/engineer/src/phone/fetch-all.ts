import { type Device, refreshJobs, refreshMileage } from "@fieldfare/device";
import { synchronise } from "./synchronise.ts";

/** Fetches everything after a sign-in. Today's jobs come first, within seconds, and reference data after them. */
export async function fetchAll(device: Device, full: boolean): Promise<void> {
  await refreshJobs(device);
  void refreshMileage(device);
  await synchronise(device, { requestedBy: "sign-in", full });
}
