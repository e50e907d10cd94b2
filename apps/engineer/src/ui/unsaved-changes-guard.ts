import { useEffect } from "react";

let openGuards = 0;

/** Prevents an update while the component is mounted and `isOpen`: the reload would lose a form, a wizard or a photo. */
export function useUnsavedChangesGuard(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    openGuards += 1;
    return () => {
      openGuards -= 1;
    };
  }, [isOpen]);
}

/** False while a component prevents an update. */
export function isSafeToLeave(): boolean {
  return openGuards === 0;
}
