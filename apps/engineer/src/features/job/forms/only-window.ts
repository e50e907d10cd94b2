/** The window in which something is filled in: the one that opened it last. */
export interface OnlyWindow {
  /** Resolves once this window has it. */
  readonly ready: Promise<void>;
  /** False once another window has taken it. */
  readonly isHere: () => boolean;
  readonly release: () => void;
}

/** Takes `name` from whichever window of this device has it; `onTaken` says that another one took it in turn. */
export function takeHere(name: string, onTaken: () => void): OnlyWindow {
  let isTaken = false;
  let isReleased = false;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ready = new Promise<void>((isReady) => {
    const hold = () => {
      isReady();
      return held;
    };
    navigator.locks.request(name, { steal: true }, hold).catch((error: unknown) => {
      isReady();
      // A browser that gives no lock goes on as if there were one window.
      const isStolen = error instanceof DOMException && error.name === "AbortError";
      if (isReleased || !isStolen) return;
      isTaken = true;
      onTaken();
    });
  });
  return {
    ready,
    isHere: () => !isTaken,
    release() {
      isReleased = true;
      release();
    },
  };
}
