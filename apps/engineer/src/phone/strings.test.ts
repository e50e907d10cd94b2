import { expect, it } from "vitest";
import { strings } from "./strings.ts";

it.each([
  [1, "This phone's clock is 1 hour behind"],
  [-3, "This phone's clock is 3 hours ahead"],
  [-35, "This phone's clock is 35 hours ahead"],
  [-72, "This phone's clock is 3 days ahead"],
  [50, "This phone's clock is 2 days behind"],
])("A clock that is %s hours behind is told in hours or in days", (hours, text) => {
  expect(strings().clockOff(hours)).toBe(text);
});
