import { prepareForms } from "@fieldfare/device";
import { useEffect } from "react";
import { useDevice } from "../../../phone/device.tsx";

/** Loads the form screen's code with the form library. It is a separate chunk, which the service worker caches. */
export function loadFormModule() {
  return import("./filling/fill-form.tsx");
}

/** The time after the first drawing of a screen whose own parts are loaded first, ms. */
const afterScreenMs = 600;

/**
 * Loads that code while nothing else runs, because it is large, and reads what the job's forms need, so that a form opens without
 * delay. `isNext`: a form is probably the next thing to be opened.
 */
export function usePrepareForms(
  jobId: string,
  { isNeeded, isNext }: { isNeeded: boolean; isNext: boolean },
) {
  const device = useDevice();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let stopWaiting: () => void = () => undefined;
    const prepare = () => {
      void prepareForms(device, jobId).catch(() => undefined);
      void loadFormModule().catch(() => undefined);
    };
    const timer = setTimeout(() => (stopWaiting = whenIdle(prepare)), isNext ? 0 : afterScreenMs);
    return () => {
      clearTimeout(timer);
      stopWaiting();
    };
  }, [device, jobId, isNeeded, isNext]);
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
