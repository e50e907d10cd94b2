import { expect, it } from "vitest";
import { createSecondTapFilter } from "./second-taps.ts";

const [next, other] = [new EventTarget(), new EventTarget()];
const first = { control: next, at: 1_000, x: 200, y: 800 };

it.each([
  ["a new button under the finger", { control: other, at: 1_250, x: 210, y: 790 }, true],
  ["the same button", { control: next, at: 1_250, x: 210, y: 790 }, false],
  ["a button somewhere else", { control: other, at: 1_250, x: 60, y: 790 }, false],
  ["a new button that could be seen", { control: other, at: 1_400, x: 210, y: 790 }, false],
])("a second tap is ignored on a new button alone: %s", (_where, second, isIgnored) => {
  const isSecond = createSecondTapFilter();
  expect(isSecond(first)).toBe(false);
  expect(isSecond(second)).toBe(isIgnored);
});

it("ignores the third tap of a finger that does not stop as well", () => {
  const isSecond = createSecondTapFilter();
  isSecond(first);
  expect(isSecond({ ...first, control: other, at: 1_200 })).toBe(true);
  expect(isSecond({ ...first, control: new EventTarget(), at: 1_400 })).toBe(true);
});
