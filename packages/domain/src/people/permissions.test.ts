import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  action,
  area,
  compareRights,
  type EngineerPermission,
  isPermitted,
  listEngineerPermissions,
  mayPlan,
  mayRecordMileage,
  setEngineerPermissions,
  withPropertyPermission,
} from "./permissions.ts";
import { findEngineerPermission } from "./written-permission.ts";

describe("A permission check", () => {
  it("passes when the area matches and any of the actions is listed", () => {
    expect(isPermitted(["21#1,2"], area.Scheduler, action.View)).toBe(true);
    expect(isPermitted(["21#2,1"], area.Scheduler, action.Edit, action.View)).toBe(true);
  });

  it("fails when the area or the action is another", () => {
    expect(isPermitted(["21#1"], area.Job, action.View)).toBe(false);
    expect(isPermitted(["21#2"], area.Scheduler, action.View)).toBe(false);
    expect(isPermitted([], area.Scheduler, action.View)).toBe(false);
  });

  it("compares whole numbers: 2 and 121 are not 21, 11 is not 1", () => {
    expect(isPermitted(["2#1", "121#1", "211#1"], area.Scheduler, action.View)).toBe(false);
    expect(isPermitted(["21#11,21"], area.Scheduler, action.View)).toBe(false);
  });

  it("grants nothing for malformed text", () => {
    const broken = ["", "#", "#1", "21", "21#", "21#,", " #1", "x#y", "21,1"];
    expect(isPermitted(broken, area.Scheduler, action.View)).toBe(false);
    expect(isPermitted(["#0", "#"], area.Unspecified, action.None)).toBe(false);
  });

  it("finds what was granted and nothing else", () => {
    const number = fc.integer({ min: 0, max: 53 });
    const granted = fc.array(
      fc.record({ area: number, actions: fc.array(fc.integer({ min: 0, max: 29 })) }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(granted, number, fc.integer({ min: 0, max: 29 }), (grants, wanted, act) => {
        const permissions = grants.map((grant) => `${grant.area}#${grant.actions.join(",")}`);
        expect(isPermitted(permissions, wanted, act)).toBe(
          grants.some((grant) => grant.area === wanted && grant.actions.includes(act)),
        );
      }),
    );
  });
});

describe("The only gates", () => {
  it("Planner needs Scheduler with View", () => {
    expect(mayPlan({ perms: ["21#1"], recordsMileage: false })).toBe(true);
    expect(mayPlan({ perms: ["21#2", "13#1"], recordsMileage: true })).toBe(false);
  });

  it("Mileage needs the profile flag recordsMileage", () => {
    expect(mayRecordMileage({ perms: [], recordsMileage: true })).toBe(true);
    expect(mayRecordMileage({ perms: ["21#1"], recordsMileage: false })).toBe(false);
  });
});

it("A permission is found by its area and action", () => {
  expect(findEngineerPermission("18#3")).toBe("addProperty");
  expect(findEngineerPermission("18#30")).toBeNull();
});

describe("The permissions that the office lists for an engineer", () => {
  it("have those for properties if the list does not name the area", () => {
    expect(withPropertyPermission([])).toEqual(["18#1,2,3,4"]);
    expect(withPropertyPermission(["21#1", "1#18"])).toEqual(["21#1", "1#18", "18#1,2,3,4"]);
  });

  it("are as listed if the list names the area", () => {
    expect(withPropertyPermission(["21#1", "18#1"])).toEqual(["21#1", "18#1"]);
    const [none] = withPropertyPermission(["18#0"]);
    expect(none).toBe("18#0");
    const actions = Object.values(action).filter((each) => each !== action.None);
    expect(isPermitted(["18#0"], area.Property, ...actions)).toBe(false);
  });
});

it("A change of permissions is named by what it grants and what it withdraws", () => {
  const before = { perms: ["21#1", "18#1,2", "13#1"], recordsMileage: false };
  const after = { perms: ["21#2", "18#1,2,3", "13#2"], recordsMileage: true };
  expect(compareRights(before, after)).toEqual({
    granted: ["addProperty", "recordMileage"],
    withdrawn: ["plan"],
  });
  expect(compareRights(before, { ...before, perms: ["21#1,2", "18#1,2"] })).toEqual({
    granted: [],
    withdrawn: [],
  });
});

describe("What the office grants an engineer", () => {
  it("is exactly what it chooses; what neither the app nor the server checks stays", () => {
    expect(
      setEngineerPermissions(["13#1,2", "21#2,1", "18#1,2,3,4,5"], ["searchProperties"]),
    ).toEqual(["13#1,2", "21#2", "18#2,5"]);
    expect(setEngineerPermissions([], ["plan", "readProperty"])).toEqual(["21#1", "18#1"]);
  });

  it("is nothing about properties if it says so", () => {
    const perms = setEngineerPermissions(["21#1", "18#1,2,3,4"], ["plan"]);
    expect(perms).toEqual(["21#1", "18#0"]);
    expect(listEngineerPermissions(withPropertyPermission(perms))).toEqual(["plan"]);
    expect(setEngineerPermissions(perms, ["plan", "addContact"])).toEqual(["21#1", "18#4"]);
  });

  it("is left as it is written if nothing changes", () => {
    expect(setEngineerPermissions(["18#4,2", "x"], ["searchProperties", "addContact"])).toEqual([
      "18#4,2",
      "x",
    ]);
  });

  it("is what is listed afterwards, whatever was granted before", () => {
    const names = fc.subarray<EngineerPermission>([
      "plan",
      "searchProperties",
      "readProperty",
      "addProperty",
      "addContact",
    ]);
    const listed = fc.array(fc.stringMatching(/^(18|21|13)#\d{1,2}(,\d{1,2})?$/), { maxLength: 4 });
    fc.assert(
      fc.property(listed, names, (perms, granted) => {
        const set = withPropertyPermission(setEngineerPermissions(perms, granted));
        expect(listEngineerPermissions(set).toSorted()).toEqual(granted.toSorted());
      }),
    );
  });
});
