import { expect, it } from "vitest";
import { makeChange } from "./audit.ts";
import { retryDeadlocks } from "./retry-deadlocks.ts";

const databaseError = (code: string) =>
  Object.assign(new Error("refused"), { code, severity: "ERROR" });

/** A transaction whose first attempts fail. */
function failing(times: number, code: string) {
  const attempts: number[] = [];
  const run = async () => {
    attempts.push(attempts.length + 1);
    if (attempts.length <= times) throw databaseError(code);
    return "done";
  };
  return { attempts, run };
}

it("runs a transaction again that ended because of a deadlock, three times at most", async () => {
  const twice = failing(2, "40P01");
  expect(await retryDeadlocks(twice.run)).toBe("done");
  expect(twice.attempts).toEqual([1, 2, 3]);
  const always = failing(9, "40P01");
  await expect(retryDeadlocks(always.run)).rejects.toThrow("refused");
  expect(always.attempts).toHaveLength(3);
});

it("passes any other error on at once", async () => {
  const other = failing(1, "23505");
  await expect(retryDeadlocks(other.run)).rejects.toThrow("refused");
  expect(other.attempts).toHaveLength(1);
});

it("is how every change of the office runs", async () => {
  const { attempts, run } = failing(1, "40P01");
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const database = { orm: { transaction: run } } as unknown as Parameters<typeof makeChange>[0];
  expect(await makeChange(database, null, async () => "never")).toBe("done");
  expect(attempts).toHaveLength(2);
});
