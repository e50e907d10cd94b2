/** Calls that are gathered until `stop`, which forgets those that wait. */
export interface GatheredCalls {
  readonly call: () => void;
  readonly stop: () => void;
}

/**
 * Runs once for all calls of this time, at its end: many changes in a row are read together. A call during a run waits for its
 * end: a reading that is begun anew at each change would not end while changes arrive faster than it is answered.
 */
export function gatherCalls(run: () => Promise<void>, ms: number): GatheredCalls {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRunning = false;
  let isCalledAgain = false;

  function call() {
    if (isRunning) isCalledAgain = true;
    else timer ??= setTimeout(() => void runOnce(), ms);
  }

  async function runOnce(): Promise<void> {
    timer = null;
    isRunning = true;
    try {
      await run();
    } finally {
      isRunning = false;
    }
    if (!isCalledAgain) return;
    isCalledAgain = false;
    call();
  }

  return {
    call,
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      isCalledAgain = false;
    },
  };
}
