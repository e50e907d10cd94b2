/** The right of one window to edit something. The window that opened it last has it. */
export interface WindowClaim {
  /** Resolves when this window has the claim. */
  readonly ready: Promise<void>;
  /** False after another window has taken the claim. */
  readonly hasClaim: () => boolean;
  readonly release: () => void;
}

/** Takes the claim `name` from any other window of this device. `onTaken` is called when another window takes it. */
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
      // A browser without working locks continues as if there were only this window.
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
