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

/** Whether the engineer may open the Planner, by its tile and by its route. */
export function mayPlan(user: UserPermissions): boolean {
  return isPermitted(user.perms, area.Scheduler, action.View);
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
