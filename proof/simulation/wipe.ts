import { poll, unblockRefused } from "@fieldfare/device";
import type { KillPoint, Random } from "@fieldfare/device/testing";
import { listDevices, unlockDevice, wipeDevice } from "@fieldfare/contract/office";
import { wipeSignedOut } from "../../packages/device/src/polling/wipe.ts";
import type { NetworkProfile } from "./network.ts";
import { type Phone, signInAgain } from "./phone.ts";
import type { Scenario } from "./scenario-types.ts";

const killPoints: readonly KillPoint[] = [
  "write",
  "committed",
  "journaled",
  "delete",
  "request",
  "answer",
];
const maxRounds = 10;

/**
 * The office wipes one of the phones, while its network is bad and its page dies now and then. Afterwards nothing of its
 * engineer is left there, the office has the confirmation, and the checks of the end find on the server what was shown
 * as saved, also in visits that had not ended.
 */
export async function wipePhone(scenario: Scenario, random: Random): Promise<void> {
  const { office, server, log } = scenario;
  if (server.origin() === null) await server.start();
  const phone = random.pick(scenario.phones);
  const deviceId = await readInstalledDevice(phone);
  if (deviceId === null) return log(`${phone.name} is not installed`);
  await office.request(wipeDevice, { params: { deviceId }, body: {} });
  log(`the office wipes ${phone.name}`);
  phone.network.profile = random.pick<NetworkProfile>(["flaky", "foul", "proxy", "portal"]);
  const faultyRounds = 4 + random.below(6);
  for (let round = 0; round < faultyRounds; round++) {
    await phone.open("page");
    if (random.chance(0.6)) phone.arm("page", [random.pick(killPoints)], 1 + random.below(15));
    await pollAndWipe(scenario, phone);
  }
  phone.kill("page");
  phone.network.profile = "fine";
  phone.network.refuseNextMessage = false;
  server.imageStoreDownForSteps = 0;
  // A lock-out after failed sign-ins ends after this time.
  scenario.clock.now += 20 * 60_000;
  if (!(await isConfirmed(scenario, deviceId)))
    await office.request(unlockDevice, { params: { deviceId } });
  for (let round = 0; round < maxRounds; round++) {
    if (await isConfirmed(scenario, deviceId)) break;
    const { device } = await phone.open("page");
    const hasInstallation = (await device.shared.login.get(phone.engineer.email)) !== undefined;
    if (hasInstallation && !(await isSignedIn(phone))) log(await signInAgain(phone));
    if (phone.refusedOrderingKeys.size > 0)
      await phone.run("page", ({ device }) => unblockRefused(device));
    await pollAndWipe(scenario, phone);
  }
  phone.isWiped = true;
  phone.recorded.recordWipe();
  if (!(await isConfirmed(scenario, deviceId)))
    scenario.reportViolation(`${phone.name}: the wipe is not confirmed`);
  await checkNothingLeft(scenario, phone);
}

async function pollAndWipe(scenario: Scenario, phone: Phone): Promise<void> {
  await scenario.runAndLog(phone, "poll", "page", async ({ device }) => {
    await poll(device);
    await wipeSignedOut(device);
  });
  scenario.clock.now += 60_000;
}

async function readInstalledDevice(phone: Phone): Promise<string | null> {
  if (phone.needsRecovery) return null;
  const { device } = await phone.open("page");
  const login = await device.shared.login.get(phone.engineer.email);
  return login?.installation?.deviceId ?? null;
}

async function isSignedIn(phone: Phone): Promise<boolean> {
  const { device } = await phone.open("page");
  if (device.engineer?.ownerId !== phone.engineer.accountId) return false;
  const token = await device.engineer.token.get(1);
  return (token?.tokenModel ?? null) !== null && token?.isRefused !== true;
}

async function isConfirmed({ office }: Scenario, deviceId: string): Promise<boolean> {
  const { value } = await office.request(listDevices);
  return value?.find((each) => each.deviceId === deviceId)?.wipe?.state === "confirmed";
}

/** Looks at what the phone stores, below the code under test. */
async function checkNothingLeft(scenario: Scenario, phone: Phone): Promise<void> {
  const { disk, engineer } = phone;
  const { accountId, email } = engineer;
  const databases = (await disk.indexedDB.databases()).map(({ name = "" }) => name);
  const sharedJournal = new TextDecoder().decode(disk.journals.get("")?.entries);
  const rest = {
    database: databases.some((name) => name.includes(accountId)),
    journal: disk.journals.has(accountId),
    "recovery record": (disk.recoveryRecords ?? "").includes(accountId),
    "sign-in": sharedJournal.includes(email),
  };
  for (const [what, isLeft] of Object.entries(rest))
    if (isLeft) scenario.reportViolation(`${phone.name}: the ${what} is left after the wipe`);
}
