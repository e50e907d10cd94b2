import type { Device } from "@fieldfare/device";

/** Milliseconds between two polls. */
export const recentMs = 60_000;

let latest = { added: 0, until: 0 };

/** Counts the jobs that polls add, in this page, another page or the worker. Called once at start. */
export function watchNewJobs(device: Device, now: () => number = Date.now): void {
  device.events.on((event) => {
    if (event.kind !== "jobs-added") return;
    const before = now() < latest.until ? latest.added : 0;
    latest = { added: before + event.added, until: now() + recentMs };
  });
}

/**
 * Returns the number of jobs that polls have added within the last minute, and resets it. A refresh right after a poll
 * must not say that there are no new jobs.
 */
export function takeNewJobs(now: number = Date.now()): number {
  const added = now < latest.until ? latest.added : 0;
  latest = { added: 0, until: 0 };
  return added;
}
