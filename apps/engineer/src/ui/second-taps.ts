/** A finger's tap on a control. */
interface Tap {
  readonly control: EventTarget;
  /** Milliseconds since the page began. */
  readonly at: number;
  /** CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
}

/** Milliseconds in which nobody sees a new screen and taps on it. */
const togetherMs = 400;

/** CSS pixels between the two taps of a double tap, with gloves on. */
const nearPx = 40;

const controls = "button, a, label, summary";

/**
 * Ignores the second tap of a double tap where the first one has put another button under the finger: nobody has seen what it
 * would press. A second tap on the same button is that button's own matter.
 */
export function ignoreSecondTaps(): void {
  const isSecond = createSecondTapFilter();
  let pointerType = "";
  document.addEventListener(
    "pointerup",
    (event) => {
      ({ pointerType } = event);
    },
    { capture: true, passive: true },
  );
  document.addEventListener(
    "click",
    (event) => {
      const { target, isTrusted, detail, timeStamp, clientX, clientY } = event;
      // Keys and screen readers click without a finger.
      if (!isTrusted || detail === 0 || pointerType !== "touch" || !(target instanceof Element))
        return;
      const control = target.closest(controls) ?? target;
      if (!isSecond({ control, at: timeStamp, x: clientX, y: clientY })) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** Returns a function that says of each tap whether it is the second one of a double tap and presses something else than the first. */
export function createSecondTapFilter(): (tap: Tap) => boolean {
  let last: Tap | null = null;
  return (tap) => {
    const first = last;
    last = tap;
    return (
      first !== null &&
      first.control !== tap.control &&
      tap.at - first.at < togetherMs &&
      Math.hypot(tap.x - first.x, tap.y - first.y) < nearPx
    );
  };
}
