/** Returns how many pixels a rem has: 16 if the user has not chosen larger or smaller text. */
export function readRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
