import { useLayoutEffect, useRef } from "react";

/** Set while the history returns to where it was before the phone's Back: nobody else has to know of that. */
let isReturning = false;

function swallowReturn(event: PopStateEvent): void {
  if (!isReturning) return;
  isReturning = false;
  event.stopImmediatePropagation();
}

let isWatching = false;

/**
 * While `back` is given, the phone's own Back runs it instead of leaving the screen: in a wizard it goes one step back.
 * Links and buttons of the app are not affected. The router does not hear of it: it would load the screen again, which
 * could then read a draft that is still being written. It watches as soon as the screen is drawn: a thumb may be faster
 * than a later effect.
 */
export function usePhoneBack(back: (() => void) | null): void {
  const latest = useRef(back);
  useLayoutEffect(() => {
    latest.current = back;
  });
  const isActive = back !== null;
  useLayoutEffect(() => {
    if (!isWatching) addEventListener("popstate", swallowReturn, true);
    isWatching = true;
    if (!isActive) return undefined;
    const index = readHistoryIndex(history.state);
    const intercept = (event: PopStateEvent) => {
      if (index === null || readHistoryIndex(event.state) !== index - 1 || !latest.current) return;
      event.stopImmediatePropagation();
      isReturning = true;
      history.forward();
      latest.current();
    };
    addEventListener("popstate", intercept, true);
    return () => removeEventListener("popstate", intercept, true);
  }, [isActive]);
}

/** By which the router numbers the entries of the history. */
const indexName = "__TSR_index";

function readHistoryIndex(state: unknown): number | null {
  const index = (state as Readonly<Record<string, unknown>> | null)?.[indexName];
  return typeof index === "number" ? index : null;
}
