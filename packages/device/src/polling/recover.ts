import type { Result } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { type InstallRefusal, recoverInstallation } from "../session/install.ts";
import { recoverJobs, type RefreshRefusal } from "./jobs.ts";

/**
 * Recovers a browser that lost its data: it gets its device id back, and every open job in its
 * recorded state.
 */
export async function recover(
  device: Device,
  answers: { readonly pin: string },
): Promise<Result<{ readonly added: number }, InstallRefusal | RefreshRefusal>> {
  const installed = await recoverInstallation(device, answers.pin);
  return installed.ok ? recoverJobs(device) : installed;
}
