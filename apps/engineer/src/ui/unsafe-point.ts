import { useEffect } from "react";

let open = 0;
const listeners = new Set<() => void>();

/** While the caller stands and `isOpen`, a new version is not taken over: a form, a wizard or a photo would be lost. */
export function useUnsafePoint(isOpen = true): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    open += 1;
    tell();
    return () => {
      open -= 1;
      tell();
    };
  }, [isOpen]);
}

export function isSafePoint(): boolean {
  return open === 0;
}

export function watchSafePoint(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
