import {
  endOfficeSession,
  listAccounts,
  listJobs,
  permissionsOfRoles,
  readOwnAccount,
  wipeDevice,
} from "@fieldfare/contract/office";
import { expect, it } from "vitest";
import { isAllowed } from "./permissions.ts";

it.each([
  ["administrator", [true, true, true]],
  ["supervisor", [true, true, false]],
  ["planner", [true, false, false]],
  ["viewer", [true, false, false]],
  ["integration", [true, false, false]],
] as const)("the role %s may do what the table of the contract gives it", (role, expected) => {
  const permissions = permissionsOfRoles([role]);
  expect([listJobs, wipeDevice, listAccounts].map((call) => isAllowed(call, permissions))).toEqual(
    expected,
  );
});

it("an account without a permission may do what needs none", () => {
  expect(isAllowed(readOwnAccount, [])).toBe(true);
  expect(isAllowed(endOfficeSession, [])).toBe(true);
  expect(isAllowed(listJobs, [])).toBe(false);
});
