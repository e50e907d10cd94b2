/** The window in which something is filled in: the one that opened it last. */
export interface WindowClaim {
  /** Resolves once this window has it. */
  readonly ready: Promise<void>;
  /** False once another window has taken it. */
  readonly hasClaim: () => boolean;
  readonly release: () => void;
}

/** Takes `name` from whichever window of this device has it; `onTaken` says that another one took it in turn. */
export function claimForThisWindow(name: string, onTaken: () => void): WindowClaim {
  let isTaken = false;
  let isReleased = false;
  let release: () => void = () => undefined;
  const untilReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ready = new Promise<void>((resolveReady) => {
    const hold = () => {
      resolveReady();
      return untilReleased;
    };
    navigator.locks.request(name, { steal: true }, hold).catch((error: unknown) => {
      resolveReady();
      // A browser that gives no lock goes on as if there were one window.
      const isStolen = error instanceof DOMException && error.name === "AbortError";
      if (isReleased || !isStolen) return;
      isTaken = true;
      onTaken();
    });
  });
  return {
    ready,
    hasClaim: () => !isTaken,
    release() {
      isReleased = true;
      release();
    },
  };
}
