import type { Call } from "@fieldfare/contract";
import { permissionString } from "@fieldfare/contract/office";

/** What names the permission that it needs, such as a call. */
export type NeedsPermission = Pick<Call, "name" | "permission">;

/** Whether an account with these permissions, each of the form `area#action`, may make the call. */
export function isAllowed(
  { permission = "none" }: NeedsPermission,
  permissions: readonly string[],
): boolean {
  return permission === "none" || permissions.includes(permissionString(permission));
}
