import { expect, it } from "vitest";
import { makePassword } from "./password.ts";

it("is long enough for the server, can be read out, and is another one each time", () => {
  const made = Array.from({ length: 200 }, () => makePassword());
  for (const password of made) expect(password).toMatch(/^[a-km-z2-9]{4}(-[a-km-z2-9]{4}){3}$/);
  expect(new Set(made).size).toBe(made.length);
  expect(made.join("")).not.toMatch(/[lo01]/);
});
