import { useCallback, useRef, useState } from "react";

/**
 * Runs work one at a time: what is asked for while it runs is dropped. A surprise ends the work like anything else
 * and stays unhandled, so that it reaches the one place that logs it and says so.
 */
export function useSingleFlight() {
  const running = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const run = useCallback((work: () => unknown) => {
    if (running.current) return;
    running.current = true;
    void attempt(work, setRunning).finally(() => {
      running.current = false;
      setRunning(false);
    });
  }, []);
  return { isRunning, run };
}

/** Work that is done at once never counts as running. */
async function attempt(work: () => unknown, setRunning: (isRunning: true) => void): Promise<void> {
  const result = work();
  if (!(result instanceof Promise)) return;
  setRunning(true);
  await result;
}
