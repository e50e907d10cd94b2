import { beforeEach, describe, expect, it } from "vitest";
import { createUpdateChecks, type ScriptState, type UpdateChecks } from "./update-checks.ts";

let now: number;
let script: ScriptState;
let isSafe: boolean;
let updates: number;
let droppedWorkers: number;
let timers: { readonly at: number; readonly work: () => void }[];
let checks: UpdateChecks;

beforeEach(() => {
  now = 0;
  script = "there";
  isSafe = true;
  updates = 0;
  droppedWorkers = 0;
  timers = [];
  checks = createUpdateChecks(7321, {
    now: () => now,
    schedule: (work, ms) => timers.push({ at: now + ms, work }),
    async update() {
      updates += 1;
      if (script !== "there") throw new TypeError("Failed to update");
    },
    findScript: async () => script,
    isSafeToLeave: () => isSafe,
    async dropWorker() {
      droppedWorkers += 1;
    },
  });
});

/** Lets the time pass and the work of its timers end. */
async function wait(ms: number): Promise<void> {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { work } of due) work();
  await new Promise((resolve) => setTimeout(resolve));
}

describe("A script that is gone", () => {
  it("is asked for twice, a minute apart, before the service worker is dropped", async () => {
    script = "gone";
    await checks.check();
    await checks.check();
    expect(droppedWorkers).toBe(0);
    await wait(60_000);
    expect(droppedWorkers).toBeGreaterThan(0);
  });

  it("for the moment of a deployment costs nothing", async () => {
    script = "gone";
    await checks.check();
    script = "there";
    await wait(60_000);
    script = "gone";
    await checks.check();
    expect(droppedWorkers).toBe(0);
  });

  it("while the network fails is not known to be gone", async () => {
    script = "unknown";
    await checks.check();
    await wait(3_600_000);
    await checks.check();
    expect(droppedWorkers).toBe(0);
  });

  it("is not dropped while something is open that would be lost", async () => {
    script = "gone";
    isSafe = false;
    await checks.check();
    await wait(60_000);
    expect(droppedWorkers).toBe(0);
    isSafe = true;
    await checks.check();
    expect(droppedWorkers).toBe(1);
  });
});

describe("The build that the server names", () => {
  it("asks for an update where it is another than this one", async () => {
    await checks.handleServerBuild(7321);
    expect(updates).toBe(0);
    await checks.handleServerBuild(7322);
    expect(updates).toBe(1);
  });

  it("asks again after an update that failed, ever more rarely", async () => {
    script = "unknown";
    for (let minute = 0; minute < 120; minute += 1) {
      await checks.handleServerBuild(7322);
      now += 60_000;
    }
    // After 0, 1, 3, 7, 15 and 31 minutes, then every half hour.
    expect(updates).toBe(8);
  });

  it("asks at once for the next build after it was ours again", async () => {
    await checks.handleServerBuild(7322);
    await checks.handleServerBuild(7321);
    await checks.handleServerBuild(7323);
    expect(updates).toBe(2);
  });
});
