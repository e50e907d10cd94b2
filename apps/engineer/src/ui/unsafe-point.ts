import { useEffect } from "react";

let open = 0;

/** While the caller stands and `isOpen`, a new version is not taken over: a form, a wizard or a photo would be lost. */
export function useUnsafePoint(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    open += 1;
    return () => {
      open -= 1;
    };
  }, [isOpen]);
}

export function isSafePoint(): boolean {
  return open === 0;
}
