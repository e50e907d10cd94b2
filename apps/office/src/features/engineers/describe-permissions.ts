import { listEngineerPermissions } from "@fieldfare/domain";
import { strings } from "./strings.ts";

/** The names of the permissions that the app and the server check, or that there are none. */
export function describePermissions(perms: readonly string[]): string {
  const names = listEngineerPermissions(perms).map((name) => strings.form.permissions[name].label);
  return names.length === 0 ? strings.form.noPermissions : names.join(", ");
}
