import { expect, it } from "vitest";
import { strings } from "./strings.ts";

const notice = "permissions-changed";
const when = "3 March at 09:12";
const changed = "The office changed on 3 March at 09:12 what you may do in this app.";

it("names what the office has allowed, and what it no longer allows", () => {
  const granted = ["recordMileage"];
  const withdrawn = ["searchProperties", "plan"];
  expect(strings().describeNotice({ notice, granted, withdrawn }, when)).toBe(
    `${changed} You may now record mileage. You may no longer open the Planner and search properties.`,
  );
});

it("says only that something has changed if the server does not name it, or by a name that this build does not know", () => {
  expect(strings().describeNotice({ notice }, when)).toBe(changed);
  const unknown = { granted: ["fly"], withdrawn: [] };
  expect(strings().describeNotice({ notice, ...unknown }, when)).toBe(changed);
});
