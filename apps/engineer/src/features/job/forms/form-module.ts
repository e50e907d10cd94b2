import { type JobRow, openFormRowsAhead } from "@fieldfare/device";
import { useEffect, useRef } from "react";
import { useDevice } from "../../../phone/device.tsx";

/** Loads the form screen's code with the form library. It is a separate chunk, which the service worker caches. */
export function loadFormModule() {
  return import("./filling/fill-form.tsx");
}

/** The time after the first drawing of a screen whose own parts are loaded first, ms. */
const afterScreenMs = 600;

/**
 * Loads that code while nothing else runs, because it is large, and opens the job's sealed rows, so that a form opens without
 * delay. `isNext`: a form is probably the next thing to be opened.
 */
export function usePrepareForms(
  job: JobRow,
  { isNeeded, isNext }: { isNeeded: boolean; isNext: boolean },
) {
  const device = useDevice();
  const shown = useRef(job);
  useEffect(() => void (shown.current = job), [job]);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let stopWaiting: () => void = () => undefined;
    const load = () => void loadFormModule().catch(() => undefined);
    const openRows = () => void openFormRowsAhead(device, shown.current).catch(() => undefined);
    const prepare = () => {
      stopWaiting = whenIdle(() => {
        openRows();
        load();
      });
    };
    const timer = setTimeout(prepare, isNext ? 0 : afterScreenMs);
    return () => {
      clearTimeout(timer);
      stopWaiting();
    };
  }, [device, isNeeded, isNext]);
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
