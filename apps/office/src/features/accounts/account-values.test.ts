import { describe, expect, it } from "vitest";
import {
  type AccountValues,
  describeDifferences,
  expectValues,
  takeOver,
  toValues,
} from "./account-values.ts";

const seen: AccountValues = {
  name: "Jamie Shaw",
  email: "jamie@landlord.example",
  roles: ["planner", "viewer"],
  disabledOn: null,
};

it("sends what is typed as it is stored", () => {
  const typed = { name: " Jamie Shaw ", email: "Jamie@landlord.example", roles: ["viewer"] };
  expect(toValues(typed)).toEqual({ ...toValues(seen), roles: ["viewer"] });
});

describe("When somebody else has changed the account", () => {
  const now: AccountValues = {
    ...seen,
    email: "jamie.shaw@landlord.example",
    roles: ["supervisor", "planner", "viewer"],
    disabledOn: "2026-11-28T09:00:00.000Z",
  };

  it("what is different now is said, and another order of the roles is no difference", () => {
    expect(describeDifferences(seen, now)).toEqual([
      "Email address, now: jamie.shaw@landlord.example",
      "Roles, now: Supervisor, Planner, Viewer",
      "State, now: Disabled",
    ]);
    expect(describeDifferences(now, { ...now, disabledOn: null })).toEqual(["State, now: Active"]);
    expect(describeDifferences(seen, { ...seen, roles: ["viewer", "planner"] })).toEqual([]);
  });

  it("what the user has not touched follows, and what was typed stays", () => {
    const typed = { name: "Jamie S.", email: seen.email, roles: ["planner"] };
    expect(takeOver(typed, seen, now)).toEqual({
      name: "Jamie S.",
      email: now.email,
      roles: ["planner", "supervisor"],
    });
  });

  it("only what the user wants otherwise is told", () => {
    const wanted = toValues({ ...seen, email: now.email });
    expect(describeDifferences(expectValues(seen, now, wanted), now)).toEqual([
      "Roles, now: Supervisor, Planner, Viewer",
      "State, now: Disabled",
    ]);
    expect(expectValues(seen, seen, toValues({ ...seen, roles: ["viewer"] }))).toEqual(seen);
  });
});
