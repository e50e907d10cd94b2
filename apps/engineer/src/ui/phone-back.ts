import { useLayoutEffect, useRef } from "react";

/** True while the history returns to the entry before the phone's Back: the router must not see that event. */
let isReturning = false;

/** The screens that take Back, the uppermost last: only that one gets it. */
const stack: { readonly index: number | null; readonly back: () => void }[] = [];

/**
 * Gives the phone's Back to the screens that take it. Called before the router is created: at the window, browsers call
 * listeners in the order in which they were added. The router must not get the event: it would load the screen before,
 * and draw the one that takes Back once more, without its focus, with a draft that is perhaps still being written.
 */
export function watchPhoneBack(): void {
  addEventListener("popstate", takeBack, true);
}

function takeBack(event: PopStateEvent): void {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const screen = stack.at(-1);
  if (!screen || screen.index === null) return;
  if (readHistoryIndex(event.state) !== screen.index - 1) return;
  event.stopImmediatePropagation();
  isReturning = true;
  history.forward();
  screen.back();
}

/**
 * While `back` is given, the phone's Back calls it instead of leaving the screen: in a wizard it goes one step back.
 * Links and buttons of the app are not affected. A layout effect takes it: a tap may be faster than a later effect.
 */
export function usePhoneBack(back: (() => void) | null): void {
  const latest = useRef(back);
  useLayoutEffect(() => {
    latest.current = back;
  });
  const isActive = back !== null;
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const screen = {
      index: readHistoryIndex(history.state),
      back: () => latest.current?.(),
    };
    stack.push(screen);
    return () => {
      stack.splice(stack.indexOf(screen), 1);
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
