import { useEffect } from "react";

/** Loads the form screen's code with the form library. It is a separate chunk, which the service worker caches. */
export function loadFormModule() {
  return import("./filling/fill-form.tsx");
}

/** Milliseconds. What the screen itself needs is loaded first. */
const delayMs = 600;

/** Loads that code in advance, because it is large, so that a form opens without delay. */
export function useFormModuleAhead(isNeeded = true): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setTimeout(() => void loadFormModule().catch(() => undefined), delayMs);
    return () => clearTimeout(timer);
  }, [isNeeded]);
}
