import {
  hasPermission,
  officePermissionNames,
  officePermissions,
  type OfficeRole,
  officeRoles,
  permissionString,
} from "@fieldfare/contract/office";
import { capitalise } from "../../ui/capitalise.ts";
import { Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";

export const roleTexts: Readonly<Record<OfficeRole, string>> = {
  administrator: "Everything, also office accounts and API clients",
  planner: "Raises jobs, assigns them and requests their removal",
  supervisor: "What planners do, and engineers, devices, absences, mileage and the audit",
  viewer: "Reads, and changes nothing",
  integration: "For systems that still sign in with an account; API clients are better",
};

/** Which role may do what, from the table that the server checks. */
export function RolesSection() {
  return (
    <Section id="roles" title="What each role may do">
      <div className={table.scroll}>
        <table className={table.table} aria-label="What each role may do">
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {officeRoles.map((role) => (
                <th key={role} scope="col">
                  {capitalise(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {officePermissionNames.map((name) => (
              <tr key={name}>
                <td>
                  {capitalise(officePermissions[name].allows)} ({permissionString(name)})
                </td>
                {officeRoles.map((role) => (
                  <td key={role}>{hasPermission(role, name) ? "Yes" : "No"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
