import { officePermissions } from "@fieldfare/contract/office";
import { capitalise } from "../../ui/capitalise.ts";
import { clientPermissions } from "./queries.ts";

/** What a permission allows, in words. One that this build does not know is shown as it is. */
export function describePermission(text: string): string {
  const known = clientPermissions.find((permission) => permission.text === text);
  return known ? capitalise(officePermissions[known.name].allows) : text;
}
