import { unlock } from "@fieldfare/device";
import { dumpDisk } from "@fieldfare/device/testing";
import type { Phone } from "./phone.ts";
import type { Scenario } from "./scenario-types.ts";
import { pin } from "./world.ts";

/** What the office knows of people and homes in a scenario. */
const personal = ["Example Street", "Jo Tenant", "LS1 1AA"];

/**
 * Closes the app of a phone and opens it as somebody does who has found it: nothing that is stored may name a person or a
 * home, and the PIN must open all of it.
 */
export async function checkLocked(scenario: Scenario, phone: Phone): Promise<void> {
  const { device: before } = await phone.open("page");
  const jobs = await before.database.job.count();
  for (const process of ["page", "tab", "worker"] as const) phone.kill(process);
  phone.disk.heldKeys.clear();
  const { device } = await phone.open("page");
  const { sealing } = device.database;
  if (!sealing?.isLocked)
    scenario.reportViolation(`${phone.name}: the data key is stored beside what it seals`);
  const dump = await dumpDisk(phone.disk);
  for (const text of personal)
    if (dump.includes(text))
      scenario.reportViolation(`${phone.name}: "${text}" is stored unsealed`);
  const unlocked = await unlock(device, { pin });
  if (!unlocked.ok)
    return scenario.reportViolation(`${phone.name}: the PIN opens nothing: ${unlocked.refusal}`);
  const readable = await device.database.job.toArray();
  if (readable.length !== jobs)
    scenario.reportViolation(`${phone.name}: ${readable.length} of ${jobs} jobs can be read`);
}
