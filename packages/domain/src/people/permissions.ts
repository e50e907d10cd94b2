export const area = {
  Unspecified: 0,
  AbsenceRequest: 1,
  FieldOperative: 11,
  Job: 13,
  Property: 18,
  Scheduler: 21,
  Contacts: 42,
  Finance: 51,
  SalesInvoice: 53,
} as const;

export const action = {
  None: 0,
  View: 1,
  ViewList: 2,
  Add: 3,
  Edit: 4,
  Delete: 5,
  AddNote: 6,
  ViewAudit: 7,
  UploadFile: 8,
  Export: 9,
  Print: 10,
  Approve: 11,
  Allocate: 12,
  Cancel: 13,
  Close: 14,
  Complete: 15,
  Administrate: 29,
} as const;

/**
 * Passes when the area matches and any of `actions` is listed. `permissions` have the form `area#action,action`, such
 * as `21#1,2`.
 */
export function isPermitted(
  permissions: readonly string[],
  areaNumber: number,
  ...actions: readonly number[]
): boolean {
  return permissions.some((permission) => {
    const [areaText, actionText] = permission.split("#");
    if (areaText === undefined || actionText === undefined) return false;
    if (Number(areaText) !== areaNumber || areaText.trim() === "") return false;
    return actionText
      .split(",")
      .some((listed) => listed.trim() !== "" && actions.includes(Number(listed)));
  });
}

export interface UserPermissions {
  readonly perms: readonly string[];
  readonly recordsMileage: boolean;
}

/** In the order in which a screen lists them. */
export const engineerPermissionNames = [
  "plan",
  "searchProperties",
  "readProperty",
  "addProperty",
  "addContact",
] as const;

export type EngineerPermission = (typeof engineerPermissionNames)[number];

/** The permissions that the app and the server check for an engineer, each with its area and action. */
export const engineerPermissions: Readonly<
  Record<EngineerPermission, readonly [area: number, action: number]>
> = {
  plan: [area.Scheduler, action.View],
  searchProperties: [area.Property, action.ViewList],
  readProperty: [area.Property, action.View],
  addProperty: [area.Property, action.Add],
  addContact: [area.Property, action.Edit],
};

/** Which of `engineerPermissions` the permissions grant. */
export function listEngineerPermissions(permissions: readonly string[]): EngineerPermission[] {
  return engineerPermissionNames.filter((name) =>
    isPermitted(permissions, ...engineerPermissions[name]),
  );
}

/**
 * Returns the permissions with exactly `granted` of `engineerPermissions`. All others stay as they are. An engineer
 * without permissions for properties gets `18#0`, because a list that does not name the area grants them.
 */
export function setEngineerPermissions(
  permissions: readonly string[],
  granted: readonly EngineerPermission[],
): string[] {
  const present = withPropertyPermission(permissions);
  const wanted = engineerPermissionNames.filter((name) => granted.includes(name));
  if (wanted.join() === listEngineerPermissions(present).join()) return present;
  return [area.Scheduler, area.Property].reduce(
    (list, areaNumber) => setArea(list, areaNumber, wanted),
    present,
  );
}

function setArea(
  permissions: readonly string[],
  areaNumber: number,
  granted: readonly EngineerPermission[],
): string[] {
  const isOfArea = (permission: string) => Number(permission.split("#")[0]) === areaNumber;
  const checked = engineerPermissionNames.filter(
    (name) => engineerPermissions[name][0] === areaNumber,
  );
  const others = permissions
    .filter(isOfArea)
    .flatMap((permission) => (permission.split("#")[1] ?? "").split(",").map(Number))
    .filter(
      (listed) =>
        listed !== action.None && checked.every((name) => engineerPermissions[name][1] !== listed),
    );
  const added = checked
    .filter((name) => granted.includes(name))
    .map((name) => engineerPermissions[name][1]);
  const actions = [...new Set([...others, ...added])].toSorted((one, other) => one - other);
  const rest = permissions.filter((permission) => !isOfArea(permission));
  if (actions.length > 0) return [...rest, `${areaNumber}#${actions.join(",")}`];
  return areaNumber === area.Property ? [...rest, `${areaNumber}#${action.None}`] : rest;
}

/** What the office allows an engineer besides the assigned jobs. */
export type EngineerRight = EngineerPermission | "recordMileage";

/** What an engineer may do after a change and could not do before it, and what the engineer may no longer do. */
export function compareRights(
  before: UserPermissions,
  after: UserPermissions,
): { readonly granted: EngineerRight[]; readonly withdrawn: EngineerRight[] } {
  const [earlier, later] = [listRights(before), listRights(after)];
  return {
    granted: later.filter((right) => !earlier.includes(right)),
    withdrawn: earlier.filter((right) => !later.includes(right)),
  };
}

function listRights(user: UserPermissions): EngineerRight[] {
  const permissions = listEngineerPermissions(user.perms);
  return mayRecordMileage(user) ? [...permissions, "recordMileage"] : permissions;
}

/** Whether the engineer may open the Planner, by its tile and by its route. */
export function mayPlan(user: UserPermissions): boolean {
  return isPermitted(user.perms, ...engineerPermissions.plan);
}

/** Whether the engineer may open Mileage, by its tile and by its routes. */
export function mayRecordMileage(user: UserPermissions): boolean {
  return user.recordsMileage;
}

/**
 * The permissions of an engineer for whom the office lists these. Permissions for properties are younger than the systems
 * that send such lists: a list that does not name the area grants them. `18#0` names it and grants nothing.
 */
export function withPropertyPermission(listed: readonly string[]): string[] {
  const isNamed = listed.some((permission) => Number(permission.split("#")[0]) === area.Property);
  return isNamed ? [...listed] : [...listed, propertyPermission];
}

/** What an engineer needs to raise a job: search and read properties, add a property, add a contact to one. */
export const propertyPermission = `${area.Property}#${[action.View, action.ViewList, action.Add, action.Edit].join(",")}`;
