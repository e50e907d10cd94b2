/** Work that follows an answer, done once the answer is on the screen. */
export interface Later {
  /**
   * The newest work of an owner takes the place of an earlier one that has not begun. It begins after the next frame,
   * or after a pause of so many ms without another.
   */
  readonly do: (owner: object, work: () => void, pause?: number) => void;
  readonly isWaiting: (owner: object) => boolean;
  /** Does at once what waits: before anything that looks at all answers. */
  readonly now: () => void;
}

export function createLater(): Later {
  const waiting = new Map<object, () => void>();
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    const works = [...waiting.values()];
    waiting.clear();
    for (const work of works) work();
  };
  return {
    do(owner, work, pause = 0) {
      waiting.set(owner, work);
      // A page in the background draws nothing.
      if (document.visibilityState === "hidden") return now();
      clearTimeout(timer);
      if (pause > 0) timer = setTimeout(now, pause);
      // After the frame, not in it.
      else
        frame ??= requestAnimationFrame(() => {
          // It has been: what is given from here on needs a frame of its own.
          frame = undefined;
          timer = setTimeout(now, 0);
        });
    },
    isWaiting: (owner) => waiting.has(owner),
    now,
  };
}
