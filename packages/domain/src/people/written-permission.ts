import {
  type EngineerPermission,
  engineerPermissionNames,
  engineerPermissions,
} from "./permissions.ts";

/** The one of `engineerPermissions` that is written as `area#action`; null: none of them is. */
export function findEngineerPermission(written: string): EngineerPermission | null {
  return (
    engineerPermissionNames.find((name) => engineerPermissions[name].join("#") === written) ?? null
  );
}
