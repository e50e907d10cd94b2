/** Calls that are gathered until `stop`, which forgets those that wait. */
export interface GatheredCalls {
  readonly call: () => void;
  readonly stop: () => void;
}

/** Runs once for all calls of this time, at its end: many changes in a row are read together. */
export function gatherCalls(run: () => void, ms: number): GatheredCalls {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = null;
        run();
      }, ms);
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
