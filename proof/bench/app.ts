import { spawn } from "node:child_process";
import { join } from "node:path";
import { createEngineer } from "../browser/engineer.ts";
import { openOffice } from "../browser/office.ts";
import { type Phone, startPhone } from "../browser/phone.ts";
import { startSystem, type System } from "../browser/system.ts";
import { buildUnsealedApp } from "./bundle.ts";
import type { BenchResources } from "./resources.ts";

const repository = join(import.meta.dirname, "../..");

/** The folder of the office's built app. */
export const officeApp = join(repository, "apps/office/dist");

/** Starts the built app on the real server with demo data. Most figures measure it without the PIN that a start asks for. */
export function openApp(resources: BenchResources): Promise<System> {
  return openBuiltApp(resources, "app", { LOCK_AFTER_MINUTES: "never" });
}

function openBuiltApp(
  resources: BenchResources,
  what: string,
  env: Readonly<Record<string, string>>,
): Promise<System> {
  return resources.once(what, async () => {
    await buildApps();
    const system = await startSystem({ env });
    resources.atEnd(() => system.remove());
    return system;
  });
}

/** Starts it with an app that stores its rows as they are. It is built for this run. */
function openUnsealedApp(resources: BenchResources): Promise<System> {
  return resources.once("unsealed-app", async () => {
    const folder = await resources.folder();
    await buildUnsealedApp(folder);
    const system = await startSystem({
      env: { LOCK_AFTER_MINUTES: "never", ENGINEER_APP: folder },
    });
    resources.atEnd(() => system.remove());
    return system;
  });
}

/** Number of jobs on the phone of the figures that draw them. */
export const jobsOnPhone = 200;

/** Opens a phone with the app installed, its service worker active, Sam signed in and 200 jobs. */
export function openPhone(resources: BenchResources): Promise<PhoneWithJobs> {
  return resources.once("phone", async () => installPhone(resources, await openApp(resources)));
}

/** Opens the same with the app that stores its rows as they are. */
export function openUnsealedPhone(resources: BenchResources): Promise<PhoneWithJobs> {
  return resources.once("unsealed-phone", async () =>
    installPhone(resources, await openUnsealedApp(resources)),
  );
}

/** Opens the same with the app that asks for the PIN at a start. */
export function openLockedPhone(resources: BenchResources): Promise<PhoneWithJobs> {
  return resources.once("locked-phone", async () =>
    installPhone(resources, await openBuiltApp(resources, "locked-app", {})),
  );
}

interface PhoneWithJobs {
  readonly phone: Phone;
  readonly url: string;
}

async function installPhone(resources: BenchResources, { url }: System): Promise<PhoneWithJobs> {
  const phone = await startPhone();
  resources.atEnd(() => phone.remove());
  const engineer = createEngineer(phone, url);
  await engineer.install();
  await engineer.waitUntilReady();
  const office = await openOffice(url);
  const jobCount = await countJobs(phone);
  for (let count = jobCount; count < jobsOnPhone; count++) await office.raise("1 Example Street");
  await phone.page.reload();
  while ((await countJobs(phone)) < jobsOnPhone) await phone.page.waitForTimeout(200);
  return { phone, url };
}

function countJobs({ page }: Phone): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
        opening.addEventListener("error", () => reject(opening.error ?? new Error("Not opened")));
        opening.addEventListener("success", () => {
          const counting = opening.result.transaction("job").objectStore("job").count();
          counting.addEventListener("success", () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );
}

/** Builds the apps that are stale; prints the output only when a build fails. */
export async function buildApps(): Promise<void> {
  const script = `const { buildApps } = await import("./scripts/build.ts");
    const builds = await buildApps();
    process.exit(builds.some(({ done }) => done === "failed") ? 1 : 0);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: repository,
    stdio: ["ignore", "ignore", 2],
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error("The apps could not be built");
}
