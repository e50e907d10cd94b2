import type { Result } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { type InstallRefusal, recoverInstallation } from "../session/install.ts";
import { recoverJobs, type RefreshRefusal } from "./jobs.ts";

/** The browser lost what it held: the device id is taken back and every open job with its recorded state. */
export async function recover(
  device: Device,
  answers: { readonly pin: string },
): Promise<Result<{ readonly added: number }, InstallRefusal | RefreshRefusal>> {
  const installed = await recoverInstallation(device, answers.pin);
  return installed.ok ? recoverJobs(device) : installed;
}
