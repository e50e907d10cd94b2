import type { Scheduler } from "@fieldfare/forms";

/** Keeps the form in step with the screen: its work runs after the frame that shows an answer. */
export const frameScheduler: Scheduler = {
  afterFrame(work) {
    // A page in the background gets no frames.
    if (isHidden()) return runNow(work);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the frame, not in it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(work, 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  },
  after(milliseconds, work) {
    if (isHidden()) return runNow(work);
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

function isHidden(): boolean {
  return document.visibilityState === "hidden";
}

function runNow(work: () => void) {
  work();
  return () => undefined;
}
