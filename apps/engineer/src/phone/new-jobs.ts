import type { Device } from "@fieldfare/device";

/** As long as a poll is away from the next one. */
export const recentMs = 60_000;

let latest = { added: 0, until: 0 };

/** Counts the jobs that come by themselves, in this page, another one or the worker. Called once at start. */
export function watchNewJobs(device: Device, now: () => number = Date.now): void {
  device.events.on((event) => {
    if (event.kind !== "jobs-added") return;
    const before = now() < latest.until ? latest.added : 0;
    latest = { added: before + event.added, until: now() + recentMs };
  });
}

/** What came since the poll before: a refresh right after it must not say that there are no new jobs. Told once. */
export function takeNewJobs(now: number = Date.now()): number {
  const added = now < latest.until ? latest.added : 0;
  latest = { added: 0, until: 0 };
  return added;
}
