import { action, area } from "@fieldfare/domain";

type AreaName = keyof typeof area;
type ActionName = keyof typeof action;

/** What an office account is for. An administrator has every permission. */
export const officeRoles = [
  "administrator",
  "planner",
  "supervisor",
  "viewer",
  "integration",
] as const;
export type OfficeRole = (typeof officeRoles)[number];

interface OfficePermission {
  readonly allows: string;
  /** The roles that have it, besides `administrator`. */
  readonly roles: readonly OfficeRole[];
}

const everyRole = officeRoles;

/**
 * What office callers may do, by area and action. The guard of every office call reads this table, and a test compares
 * it with the table of docs/integration.md.
 */
export const officePermissions = {
  "Unspecified.View": { allows: "read the business, clients and data sets", roles: everyRole },
  "Unspecified.Edit": {
    allows: "change the business, clients, job types and data sets, form definitions among them",
    roles: ["integration"],
  },
  "Unspecified.ViewAudit": {
    allows: "read audit entries and the reports of retention",
    roles: ["supervisor"],
  },
  "Unspecified.Export": {
    allows: "read the feed of everything that happens; start and read exports for a data warehouse",
    roles: ["integration"],
  },
  "Unspecified.Administrate": {
    allows:
      "administer office accounts, API clients, webhooks, the periods of retention and the settings of phones",
    roles: [],
  },
  "AbsenceRequest.ViewList": { allows: "list absences and requests", roles: everyRole },
  "AbsenceRequest.Edit": {
    allows: "set up holiday years",
    roles: ["supervisor", "integration"],
  },
  "AbsenceRequest.Delete": { allows: "remove documents about absences", roles: ["supervisor"] },
  "AbsenceRequest.UploadFile": { allows: "add documents about absences", roles: ["supervisor"] },
  "AbsenceRequest.Approve": {
    allows: "decide on requests and cancellations of absences",
    roles: ["supervisor", "integration"],
  },
  "FieldOperative.ViewList": {
    allows: "list engineers, their devices and commands",
    roles: everyRole,
  },
  "FieldOperative.Edit": {
    allows:
      "add, change, disable and enable engineers; ask for signatures; name, lock and unlock devices; queue commands",
    roles: ["supervisor", "integration"],
  },
  "FieldOperative.Delete": { allows: "wipe a device, and withdraw a wipe", roles: ["supervisor"] },
  "FieldOperative.ViewAudit": {
    allows: "read alarms, device logs, lists of device reports, and refused messages",
    roles: ["planner", "supervisor", "integration"],
  },
  "FieldOperative.Export": {
    allows: "download exported databases; read data dumps and memory reports",
    roles: ["supervisor"],
  },
  "FieldOperative.Approve": {
    allows: "approve a further device; make a code for a forgotten PIN",
    roles: ["supervisor"],
  },
  "Job.View": { allows: "read a job with its images and documents", roles: everyRole },
  "Job.ViewList": { allows: "list jobs", roles: everyRole },
  "Job.Add": { allows: "raise a job", roles: ["planner", "supervisor", "integration"] },
  "Job.Edit": {
    allows: "change a job; write comments to its engineer; order the parts that engineers ask for",
    roles: ["planner", "supervisor", "integration"],
  },
  "Job.UploadFile": {
    allows: "upload documents and photos to read before a visit",
    roles: ["planner", "supervisor", "integration"],
  },
  "Job.Allocate": {
    allows: "assign a job to an engineer",
    roles: ["planner", "supervisor", "integration"],
  },
  "Job.Cancel": {
    allows: "cancel a job, or request its removal from a phone",
    roles: ["planner", "supervisor", "integration"],
  },
  "Job.Administrate": {
    allows: "share views of the list of jobs with everybody, and change shared ones",
    roles: ["planner", "supervisor"],
  },
  "Property.View": { allows: "read a property with its contacts", roles: everyRole },
  "Property.ViewList": {
    allows:
      "list homes by gas safety record, attempts without access, danger and hazard; read cases of damp and mould",
    roles: everyRole,
  },
  "Property.Add": {
    allows: "import homes and tenants from a file",
    roles: ["supervisor", "integration"],
  },
  "Property.Edit": {
    allows:
      "correct properties and their contacts; record what was done in a case of damp and mould, and close it",
    roles: ["planner", "supervisor", "integration"],
  },
  "Property.Delete": {
    allows: "remove properties, warnings and contacts; erase a tenant's data",
    roles: ["supervisor"],
  },
  "Property.Export": { allows: "export a tenant's data", roles: ["supervisor"] },
  "Property.Print": {
    allows: "make the evidence of access attempts at a home",
    roles: ["planner", "supervisor"],
  },
  "Scheduler.View": {
    allows: "read the board of a day and follow its changes",
    roles: everyRole,
  },
  "Scheduler.Edit": {
    allows: "set how many weeks engineers see",
    roles: ["planner", "supervisor"],
  },
  "Contacts.ViewList": { allows: "list the favourite contacts of an engineer", roles: everyRole },
  "Finance.ViewList": { allows: "list mileage", roles: ["supervisor", "integration"] },
} as const satisfies Partial<Record<`${AreaName}.${ActionName}`, OfficePermission>>;

export type OfficePermissionName = keyof typeof officePermissions;

/** Every permission, in the order of the table. */
export const officePermissionNames: readonly OfficePermissionName[] =
  // The keys of the table are its names.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  Object.keys(officePermissions) as OfficePermissionName[];

/** The numbers of a permission, as `isPermitted` takes them. */
export function permissionNumbers(name: OfficePermissionName): readonly [number, number] {
  const [areaName, actionName] = splitName(name);
  return [area[areaName], action[actionName]];
}

/** One permission in the form `area#action`, such as `13#12`. */
export function permissionString(name: OfficePermissionName): string {
  return permissionNumbers(name).join("#");
}

/** Whether a role has a permission. */
export function hasPermission(role: OfficeRole, name: OfficePermissionName): boolean {
  const { roles }: OfficePermission = officePermissions[name];
  return role === "administrator" || roles.includes(role);
}

/** The permissions of some roles together, one string each. A role that this build does not know gives none. */
export function permissionsOfRoles(roles: readonly string[]): string[] {
  const known = officeRoles.filter((role) => roles.includes(role));
  return officePermissionNames
    .filter((name) => known.some((role) => hasPermission(role, name)))
    .map(permissionString);
}

function splitName(name: OfficePermissionName): readonly [AreaName, ActionName] {
  // The type of a name is an area, a dot and an action.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return name.split(".") as [AreaName, ActionName];
}

/** The codes of refusals that only office callers get. */
export const officeProblemCode = {
  /** The caller has no role with the permission that the call needs; `issues` names it. */
  permissionMissing: "permission-missing",
  /** An administrator chose the password: the caller has to choose one first. */
  passwordChangeNeeded: "password-change-needed",
  /** Retention has deleted events that come after the reader's cursor. */
  eventsDeleted: "events-deleted",
  /** The cursor is that of an event that the feed does not have. */
  eventsUnknown: "events-unknown",
  /** What the caller wants to change has another version than the request names. */
  stale: "stale",
  /** The Idempotency-Key came with another request before. */
  keyReused: "key-reused",
} as const;
