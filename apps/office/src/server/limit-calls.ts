/** Calls of which some wait, until `stop`, which forgets those that wait. */
interface LimitedCalls {
  readonly call: () => void;
  readonly stop: () => void;
}

/**
 * Runs at once, and then at most once in this time (ms): calls meanwhile run together at its end. They also wait for the end of
 * the run before: a reading that is begun again at each change would not end while changes arrive faster than it is answered.
 */
export function limitCalls(run: () => Promise<unknown>, ms: number): LimitedCalls {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRunning = false;
  let isWaiting = false;

  function begin() {
    isWaiting = false;
    isRunning = true;
    timer = setTimeout(() => {
      timer = null;
      goOn();
    }, ms);
    const end = () => {
      isRunning = false;
      goOn();
    };
    run().then(end, end);
  }

  function goOn() {
    if (isWaiting && !timer && !isRunning) begin();
  }

  return {
    call() {
      isWaiting = true;
      goOn();
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      isWaiting = false;
    },
  };
}
