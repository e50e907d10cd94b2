import { describe, expect, it, test } from "vitest";
import { destinationByState, deviceState, isLockedOut, pinPattern } from "./sign-in.ts";

describe("Failed logins", () => {
  test.each([0, 1, 4, 5])("%i do not lock the device", (count) => {
    expect(isLockedOut(count)).toBe(false);
  });

  test.each([6, 7, 100])("%i lock it: more than 5", (count) => {
    expect(isLockedOut(count)).toBe(true);
  });
});

describe("A PIN between 4 and 10 numbers is required", () => {
  test.each(["1234", "0000000000", "48392"])("%s is a PIN", (pin) => {
    expect(pinPattern.test(pin)).toBe(true);
  });

  test.each(["", "123", "12345678901", "12a4", " 1234", "1234\n", "१२३४"])(
    "%j is not a PIN",
    (pin) => {
      expect(pinPattern.test(pin)).toBe(false);
    },
  );
});

describe("Routing by device state after sign-in", () => {
  test.each([
    ["notFound", "/install"],
    ["locked", "/lock"],
    ["clientRecovery", "/install/recover"],
    ["valid", "/"],
    ["clientOnlyInstall", "/install/self"],
  ] as const)("%s goes to %s", (state, destination) => {
    expect(destinationByState[deviceState[state]]).toBe(destination);
  });

  it("numbers the states as the specification does", () => {
    expect(deviceState).toEqual({
      notFound: 1,
      locked: 2,
      clientRecovery: 3,
      valid: 4,
      clientOnlyInstall: 5,
    });
  });
});
