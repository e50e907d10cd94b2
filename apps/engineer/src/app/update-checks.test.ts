import { beforeEach, describe, expect, it } from "vitest";
import { createUpdateChecks, type ScriptState, type UpdateChecks } from "./update-checks.ts";

let now: number;
let script: ScriptState;
let isSafe: boolean;
let updates: number;
let unregisteredWorkers: number;
let timers: { readonly at: number; readonly work: () => void }[];
let checks: UpdateChecks;

beforeEach(() => {
  now = 0;
  script = "present";
  isSafe = true;
  updates = 0;
  unregisteredWorkers = 0;
  timers = [];
  checks = createUpdateChecks(7321, {
    now: () => now,
    schedule: (work, ms) => timers.push({ at: now + ms, work }),
    async update() {
      updates += 1;
      if (script !== "present") throw new TypeError("Failed to update");
    },
    findScript: async () => script,
    isSafeToLeave: () => isSafe,
    async unregisterWorker() {
      unregisteredWorkers += 1;
    },
  });
});

/** Moves the clock and waits for the work of the timers that are due. */
async function wait(ms: number): Promise<void> {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { work } of due) work();
  await new Promise((resolve) => setTimeout(resolve));
}

describe("A service worker script that is missing", () => {
  it("is requested twice, a minute apart, before the service worker is unregistered", async () => {
    script = "missing";
    await checks.check();
    await checks.check();
    expect(unregisteredWorkers).toBe(0);
    await wait(60_000);
    expect(unregisteredWorkers).toBeGreaterThan(0);
  });

  it("for a moment during a deployment does not unregister the service worker", async () => {
    script = "missing";
    await checks.check();
    script = "present";
    await wait(60_000);
    script = "missing";
    await checks.check();
    expect(unregisteredWorkers).toBe(0);
  });

  it("does not count as missing while the network fails", async () => {
    script = "unknown";
    await checks.check();
    await wait(3_600_000);
    await checks.check();
    expect(unregisteredWorkers).toBe(0);
  });

  it("does not unregister the service worker while unsaved work is open", async () => {
    script = "missing";
    isSafe = false;
    await checks.check();
    await wait(60_000);
    expect(unregisteredWorkers).toBe(0);
    isSafe = true;
    await checks.check();
    expect(unregisteredWorkers).toBe(1);
  });
});

describe("The build that the server names", () => {
  it("starts an update check when it differs from this one", async () => {
    await checks.handleServerBuild(7321);
    expect(updates).toBe(0);
    await checks.handleServerBuild(7322);
    expect(updates).toBe(1);
  });

  it("starts another check after a failed update, less and less often", async () => {
    script = "unknown";
    for (let minute = 0; minute < 120; minute += 1) {
      await checks.handleServerBuild(7322);
      now += 60_000;
    }
    // The checks run after 0, 1, 3, 7, 15 and 31 minutes, then every half hour.
    expect(updates).toBe(8);
  });

  it("starts a check at once for the next build after it was this one again", async () => {
    await checks.handleServerBuild(7322);
    await checks.handleServerBuild(7321);
    await checks.handleServerBuild(7323);
    expect(updates).toBe(2);
  });
});

describe("A page that is shown again", () => {
  it("checks once in half an hour, and at once after a check that failed", async () => {
    await checks.check();
    await checks.checkAgain();
    await wait(29 * 60_000);
    await checks.checkAgain();
    expect(updates).toBe(1);
    await wait(60_000);
    await checks.checkAgain();
    expect(updates).toBe(2);
    await wait(30 * 60_000);
    script = "unknown";
    await checks.checkAgain();
    await checks.checkAgain();
    expect(updates).toBe(4);
  });
});
