/** Work that follows an answer, done once the answer is on the screen. */
export interface DeferredWork {
  /**
   * The newest work of an owner takes the place of an earlier one that has not begun. It begins after the next frame,
   * or after a pause of so many ms without another.
   */
  readonly schedule: (owner: object, work: () => void, pause?: number) => void;
  readonly isPending: (owner: object) => boolean;
  /** Does at once what waits: before anything that looks at all answers. */
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
      // A page in the background draws nothing.
      if (document.visibilityState === "hidden") return flush();
      clearTimeout(timer);
      if (pause > 0) timer = setTimeout(flush, pause);
      // After the frame, not in it.
      else
        frame ??= requestAnimationFrame(() => {
          // It has been: what is given from here on needs a frame of its own.
          frame = undefined;
          timer = setTimeout(flush, 0);
        });
    },
    isPending: (owner) => pending.has(owner),
    flush,
  };
}
