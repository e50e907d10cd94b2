/** Calls of which some wait, until `stop`, which forgets those that wait. */
interface LimitedCalls {
  readonly call: () => void;
  readonly stop: () => void;
}

/** Runs at once, and then at most once in this time (ms): calls meanwhile run together at its end. */
export function limitCalls(run: () => void, ms: number): LimitedCalls {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWaiting = false;

  function begin() {
    isWaiting = false;
    timer = setTimeout(end, ms);
    run();
  }

  function end() {
    timer = null;
    if (isWaiting) begin();
  }

  return {
    call() {
      if (timer) isWaiting = true;
      else begin();
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      isWaiting = false;
    },
  };
}
