import type { Result } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { pollCommands } from "./commands.ts";
import { type RefreshRefusal, refreshJobs } from "./jobs.ts";

/**
 * Fetches the office's commands, which bring what has changed in the jobs that are here already, then new jobs, and then again
 * the commands that are about one of these.
 */
export async function fetchCommandsAndJobs(
  device: Device,
): Promise<Result<{ readonly added: number }, RefreshRefusal>> {
  const { isWaitingForJob } = await pollCommands(device);
  const fetched = await refreshJobs(device);
  // A job that is still not here is none that this phone stores.
  if (isWaitingForJob && fetched.ok) await pollCommands(device, false);
  return fetched;
}
