import { useEffect } from "react";

/** Loads the form screen's code with the form library. It is a separate chunk, which the service worker caches. */
export function loadFormModule() {
  return import("./filling/fill-form.tsx");
}

/** The time after the first drawing of a screen whose own parts are loaded first, ms. */
const afterScreenMs = 600;

/**
 * Loads that code while nothing else runs, because it is large, so that a form opens without delay. `isNext`: a form is
 * probably the next thing to be opened.
 */
export function useFormModuleAhead({ isNeeded, isNext }: { isNeeded: boolean; isNext: boolean }) {
  useEffect(() => {
    if (!isNeeded) return undefined;
    let stopWaiting: () => void = () => undefined;
    const load = () => void loadFormModule().catch(() => undefined);
    const timer = setTimeout(() => (stopWaiting = whenIdle(load)), isNext ? 0 : afterScreenMs);
    return () => {
      clearTimeout(timer);
      stopWaiting();
    };
  }, [isNeeded, isNext]);
}

/** Safari does not say when it is idle. */
function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    work();
    return () => undefined;
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
}
