import type { Scheduler } from "../session/scheduler.ts";

/** A scheduler whose frames and time the test moves itself. */
export function aManualScheduler() {
  let now = 0;
  const frames = new Set<() => void>();
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const scheduler: Scheduler = {
    afterFrame(work) {
      frames.add(work);
      return () => frames.delete(work);
    },
    after(milliseconds, work) {
      const timer = { at: now + milliseconds, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  return {
    scheduler,
    drawFrame: () => {
      const due = [...frames];
      frames.clear();
      for (const work of due) work();
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
      const due = [...timers]
        .filter(({ at }) => at <= now)
        .toSorted((one, other) => one.at - other.at);
      for (const timer of due) if (timers.delete(timer)) timer.work();
    },
  };
}
