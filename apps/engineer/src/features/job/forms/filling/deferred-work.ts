/** Work that follows an answer. It runs after the answer is drawn. */
export interface DeferredWork {
  /**
   * Replaces pending work of the same owner. The work runs after the next frame, or after `pause` milliseconds without
   * a further call.
   */
  readonly schedule: (owner: object, work: () => void, pause?: number) => void;
  readonly isPending: (owner: object) => boolean;
  /** Runs pending work at once. Call it before code that reads all answers. */
  readonly flush: () => void;
}

export function createDeferredWork(): DeferredWork {
  const pending = new Map<object, () => void>();
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    const due = [...pending.values()];
    pending.clear();
    for (const work of due) work();
  };
  return {
    schedule(owner, work, pause = 0) {
      pending.set(owner, work);
      // A page in the background gets no frames.
      if (document.visibilityState === "hidden") return flush();
      clearTimeout(timer);
      if (pause > 0) timer = setTimeout(flush, pause);
      // After the frame, not in it.
      else
        frame ??= requestAnimationFrame(() => {
          // Work that is scheduled from here on needs a new frame.
          frame = undefined;
          timer = setTimeout(flush, 0);
        });
    },
    isPending: (owner) => pending.has(owner),
    flush,
  };
}
