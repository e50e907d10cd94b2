import { List } from "@mantine/core";
import {
  hasPermission,
  listJobs,
  officePermissions,
  officeRoles,
  permissionString,
} from "@fieldfare/contract/office";
import { AnchorLink } from "../ui/anchor-link.tsx";
import { Page, Section } from "../ui/page.tsx";
import { useMay } from "./account.ts";
import type { NeedsPermission } from "./permissions.ts";

/** Is shown instead of a screen that the account may not open, and says what is missing. */
export function MissingPermission({ needs: { permission } }: { readonly needs: NeedsPermission }) {
  const may = useMay();
  if (permission === undefined || permission === "none") return null;
  const roles = officeRoles.filter((role) => hasPermission(role, permission));
  return (
    <Page title="You may not open this page">
      <Section id="missing-permission" title="Your account does not have the permission">
        <List mb="md">
          <List.Item>
            The page needs the permission to {officePermissions[permission].allows} (
            {permission.replace(".", ", ")}; {permissionString(permission)}).
          </List.Item>
          <List.Item>These roles have it: {roles.join(", ")}.</List.Item>
          <List.Item>Ask an administrator for one of them, and open the page again.</List.Item>
        </List>
        {may(listJobs) && <AnchorLink to="/jobs">Go to the jobs</AnchorLink>}
      </Section>
    </Page>
  );
}
