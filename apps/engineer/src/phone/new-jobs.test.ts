import type { Device, DeviceEvent } from "@fieldfare/device";
import { expect, it } from "vitest";
import { recentMs, takeNewJobs, watchNewJobs } from "./new-jobs.ts";

it("The jobs of a poll are reported once, by the refresh right after it", () => {
  let now = 0;
  let emit: (event: DeviceEvent) => void = () => undefined;
  const events = { on: (listener: (event: DeviceEvent) => void) => (emit = listener) };
  watchNewJobs({ events } as unknown as Device, () => now);

  expect(takeNewJobs(now)).toBe(0);
  emit({ kind: "jobs-added", added: 1 });
  now += 1000;
  emit({ kind: "drained", sent: 1 });
  emit({ kind: "jobs-added", added: 1 });
  expect(takeNewJobs(now)).toBe(2);
  expect(takeNewJobs(now)).toBe(0);

  emit({ kind: "jobs-added", added: 3 });
  now += recentMs;
  expect(takeNewJobs(now)).toBe(0);
});
