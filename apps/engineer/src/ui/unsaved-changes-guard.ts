import { useEffect } from "react";

let openGuards = 0;

/** While the caller stands and `isOpen`, a new version is not taken over: a form, a wizard or a photo would be lost. */
export function useUnsavedChangesGuard(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    openGuards += 1;
    return () => {
      openGuards -= 1;
    };
  }, [isOpen]);
}

export function isSafeToLeave(): boolean {
  return openGuards === 0;
}
