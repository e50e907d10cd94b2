import { useLayoutEffect, useRef } from "react";

/** True while the history returns to the entry before the phone's Back: other listeners must not see that event. */
let isReturning = false;

function swallowReturn(event: PopStateEvent): void {
  if (!isReturning) return;
  isReturning = false;
  event.stopImmediatePropagation();
}

let isWatching = false;

/** The screens that take Back, the uppermost last: only that one gets it. */
const stack: ((event: PopStateEvent) => void)[] = [];

/**
 * While `back` is given, the phone's Back calls it instead of leaving the screen: in a wizard it goes one step back.
 * Links and buttons of the app are not affected. The router does not get the event: it would load the screen again,
 * which could then read a draft that is still being written. The listener is added in a layout effect: a tap may be
 * faster than a later effect.
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
      if (stack.at(-1) !== intercept) return;
      if (index === null || readHistoryIndex(event.state) !== index - 1 || !latest.current) return;
      event.stopImmediatePropagation();
      isReturning = true;
      history.forward();
      latest.current();
    };
    stack.push(intercept);
    addEventListener("popstate", intercept, true);
    return () => {
      stack.splice(stack.indexOf(intercept), 1);
      removeEventListener("popstate", intercept, true);
    };
  }, [isActive]);
}

/** The key under which the router stores the index of a history entry. */
const indexName = "__TSR_index";

function readHistoryIndex(state: unknown): number | null {
  if (typeof state !== "object" || state === null || !(indexName in state)) return null;
  const index = state[indexName];
  return typeof index === "number" ? index : null;
}
