import { useLayoutEffect, useRef } from "react";

interface BackTaker {
  readonly index: number | null;
  /** The key of the history entry, in a browser that has the Navigation API. */
  readonly key: string | null;
  readonly back: () => void;
}

/**
 * The screen to which the history returns after the phone's Back, and where the history is now. The router must not see
 * these events.
 */
let returning: { readonly to: BackTaker; readonly from: number } | null = null;

/** The screens that take Back, the uppermost last: only that one gets it. */
const stack: BackTaker[] = [];

/**
 * Gives the phone's Back to the screens that take it. Called before the router is created: at the window, browsers call
 * listeners in the order in which they were added. The router must not get the event: it would load the screen before,
 * and draw the one that takes Back once more, without its focus, with a draft that is perhaps still being written.
 */
export function watchPhoneBack(): void {
  addEventListener("popstate", takeBack, true);
}

/** So many quick taps may come as one event. A longer way back was chosen in the browser's list of screens. */
const maxTaps = 2;

function takeBack(event: PopStateEvent): void {
  const index = readHistoryIndex(event.state);
  if (returning) {
    event.stopImmediatePropagation();
    const { to, from } = returning;
    returning = null;
    if (index === null || index === to.index) return;
    // Back was tapped once more before the history had returned.
    goBackTo(to, index, Math.max(from - index, 0));
    return;
  }
  const screen = stack.at(-1);
  if (!screen || screen.index === null || index === null) return;
  const taps = screen.index - index;
  if (taps < 1 || taps > maxTaps) return;
  event.stopImmediatePropagation();
  goBackTo(screen, index, taps);
}

/** Undoes the taps in the history, and gives each to the screen that is the uppermost one by then. */
function goBackTo(to: BackTaker, from: number, taps: number): void {
  returning = { to, from };
  if (to.key === null) history.go(taps);
  // One step forward may count from where a tap that is still under way leads.
  else traverseTo(to.key);
  if (taps > 0) stack.at(-1)?.back();
  // React has drawn what the tap before has changed.
  if (taps > 1) queueMicrotask(() => stack.at(-1)?.back());
}

function traverseTo(key: string): void {
  const { committed, finished } = navigation.traverseTo(key);
  // A tap that interrupts it is an event of its own.
  for (const step of [committed, finished]) step?.catch(() => undefined);
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
    // While the history returns from a tap it is at the entry before that of the screen.
    const { index, key } = returning?.to ?? {
      index: readHistoryIndex(history.state),
      key: "navigation" in window ? (navigation.currentEntry?.key ?? null) : null,
    };
    const screen = { index, key, back: () => latest.current?.() };
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
