import { pinPattern } from "./sign-in.ts";

export type PinIssue = "invalid" | "obvious" | "missing-again" | "different";

/** Returns the issue of the two entries, at the field that it belongs to. */
export function validatePin(
  pin: string,
  again: string,
): { readonly pin?: PinIssue; readonly again?: PinIssue } {
  if (!pinPattern.test(pin)) return { pin: "invalid" };
  if (isObvious(pin)) return { pin: "obvious" };
  if (again === "") return { again: "missing-again" };
  return again === pin ? {} : { again: "different" };
}

/** One digit or one pair repeated, a run up or down, a mirrored pair, or a recent year. */
function isObvious(pin: string): boolean {
  return (
    /^(\d)\1+$/.test(pin) ||
    /^(\d\d)\1+$/.test(pin) ||
    /^(\d)(\d)\2\1$/.test(pin) ||
    /^(19[4-9]\d|20[0-4]\d)$/.test(pin) ||
    isRun(pin, 1) ||
    isRun(pin, -1) ||
    pin === "2580"
  );
}

function isRun(pin: string, step: 1 | -1): boolean {
  const digits = Array.from(pin, Number);
  return digits.every(
    (digit, index) => index === 0 || digit === ((digits[index - 1] ?? 0) + step + 10) % 10,
  );
}
