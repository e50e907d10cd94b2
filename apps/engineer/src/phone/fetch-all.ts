import { type Device, refreshJobs, refreshMileage } from "@fieldfare/device";
import { synchronise } from "./synchronise.ts";

/** After a sign-in. Today's jobs first: they are there within seconds, reference data behind them. */
export async function fetchAll(device: Device, full: boolean): Promise<void> {
  await refreshJobs(device);
  void refreshMileage(device);
  await synchronise(device, { requestedBy: "sign-in", full });
}
