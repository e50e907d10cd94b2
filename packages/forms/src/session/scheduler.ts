/** When a session does the work that follows an answer. The screen gives one that keeps it in step with its frames. */
export interface Scheduler {
  /** Runs `work` once, after the next frame. Returns a function that cancels it. */
  readonly afterFrame: (this: void, work: () => void) => () => void;
  /** Runs `work` once, after a time in milliseconds. Returns a function that cancels it. */
  readonly after: (this: void, milliseconds: number, work: () => void) => () => void;
}

/** Does all work at once: without a screen nothing has to be drawn first. */
export const immediateScheduler: Scheduler = {
  afterFrame: (work) => {
    work();
    return () => undefined;
  },
  after: (_milliseconds, work) => {
    work();
    return () => undefined;
  },
};

/** Work that follows an answer. It runs after the answer is drawn. */
export interface DeferredWork {
  /**
   * Replaces pending work of the same owner. The work runs after the next frame, or after `pause` milliseconds without
   * a further call.
   */
  readonly schedule: (owner: object, work: () => void, pause?: number) => void;
  readonly isPending: (owner: object) => boolean;
  /**
   * Runs pending work at once. Call it before code that reads all answers. Work that throws does not keep the rest from
   * running: the first error is thrown at the end.
   */
  readonly flush: () => void;
}

/** Starts without work. All pending work runs together, in the order in which its owners first came. */
export function createDeferredWork({ afterFrame, after }: Scheduler): DeferredWork {
  const pending = new Map<object, () => void>();
  const waits: { frame: (() => void) | null; pause: (() => void) | null } = {
    frame: null,
    pause: null,
  };
  const flush = () => {
    waits.frame?.();
    waits.pause?.();
    waits.frame = null;
    waits.pause = null;
    const due = [...pending.values()];
    pending.clear();
    const errors: unknown[] = [];
    for (const work of due) {
      try {
        work();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };
  return {
    schedule(owner, work, pause = 0) {
      pending.set(owner, work);
      const wait = pause > 0 ? "pause" : "frame";
      waits[wait]?.();
      waits[wait] = pause > 0 ? after(pause, flush) : afterFrame(flush);
    },
    isPending: (owner) => pending.has(owner),
    flush,
  };
}
