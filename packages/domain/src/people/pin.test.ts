import { describe, expect, it } from "vitest";
import { validatePin } from "./pin.ts";

describe("the PIN of a new installation", () => {
  it.each(["", "123", "12345678901", "12a4"])("needs 4 to 10 digits: %s is refused", (pin) => {
    expect(validatePin(pin, pin)).toEqual({ pin: "invalid" });
  });

  it.each(["0000", "1234", "4321", "7890", "121212", "1221", "1987", "2580", "0123456789"])(
    "must not be obvious: %s is refused",
    (pin) => {
      expect(validatePin(pin, pin)).toEqual({ pin: "obvious" });
    },
  );

  it("must be entered twice", () => {
    expect(validatePin("482913", "")).toEqual({ again: "missing-again" });
    expect(validatePin("482913", "482914")).toEqual({ again: "different" });
  });

  it.each(["4829", "482913", "9027461853"])("%s is accepted", (pin) => {
    expect(validatePin(pin, pin)).toEqual({});
  });
});
