import { useCallback, useRef, useState } from "react";

/**
 * Runs one piece of work at a time and drops calls while it runs. A thrown error is not caught here, so that it reaches
 * the one place that logs it and shows it.
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

/** Synchronous work never counts as running. */
async function attempt(work: () => unknown, setRunning: (isRunning: true) => void): Promise<void> {
  const result = work();
  if (!(result instanceof Promise)) return;
  setRunning(true);
  await result;
}
