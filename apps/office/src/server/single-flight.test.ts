import { expect, it } from "vitest";
import { singleFlight } from "./single-flight.ts";

/** Work that ends when the test says so. */
function aTask() {
  let starts = 0;
  let end = () => {};
  let fail = () => {};
  return {
    start: () => {
      starts += 1;
      return new Promise<void>((resolve, reject) => {
        end = resolve;
        fail = () => reject(new Error("refused"));
      });
    },
    end: () => end(),
    fail: () => fail(),
    starts: () => starts,
  };
}

const settled = () => new Promise((resolve) => void setImmediate(resolve));

it("a second click while the first one is under way does nothing", async () => {
  const run = singleFlight();
  const task = aTask();
  run(task.start);
  run(task.start);
  await settled();
  run(task.start);
  expect(task.starts()).toBe(1);
});

it("a click after the end starts again, also after a failure", async () => {
  const run = singleFlight();
  const task = aTask();
  run(task.start);
  task.end();
  await settled();
  run(task.start);
  expect(task.starts()).toBe(2);
  task.fail();
  await settled();
  run(task.start);
  expect(task.starts()).toBe(3);
});
