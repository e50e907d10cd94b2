import {
  type OfficePermissionName,
  officePermissions,
  permissionNumbers,
  permissionString,
  permissionsOfRoles,
} from "@fieldfare/contract/office";
import { isPermitted } from "@fieldfare/domain";
import type { Database } from "../database/database.ts";
import { hasEndedSql, isEndedSql } from "../database/ended-sign-ins.ts";
import { type Refusal, refuse } from "./problem.ts";
import type { Identity } from "./tokens.ts";

/** Says why an engineer's account may not be used. An account that does not exist counts as disabled. */
export async function refuseEngineer(
  { pool }: Database,
  { id, familyId }: Identity,
): Promise<Refusal | undefined> {
  const { rows } = await pool.query<{ ended: boolean }>({
    name: "engineer-caller",
    text: `select ${isEndedSql("$2")} as ended from account
            where account_id = $1 and disabled_on is null`,
    values: [id, familyId],
  });
  const [account] = rows;
  if (!account) return refuse("account-disabled");
  return account.ended ? refuse("unauthorised") : undefined;
}

/** What an office caller may do at this moment. */
interface OfficeCaller {
  readonly permissions: readonly string[];
  readonly mustChangePassword: boolean;
}

/**
 * Reads what an office account or a machine may do. Nothing of it is cached and nothing is taken from the token, so a change counts
 * from the next call on, at every server.
 */
export function readOfficeCaller(
  database: Database,
  identity: Identity,
  at: Date,
): Promise<OfficeCaller | Refusal> {
  return identity.isClient ? readClient(database, identity, at) : readPerson(database, identity);
}

async function readPerson(
  { pool }: Database,
  { id, familyId }: Identity,
): Promise<OfficeCaller | Refusal> {
  const { rows } = await pool.query<{
    roles: string[];
    mustChangePassword: boolean;
    disabled: boolean;
    ended: boolean;
  }>({
    name: "office-caller",
    text: `select a.roles, a.must_change_password as "mustChangePassword",
             a.disabled_on is not null as disabled,
             not exists (select from token_family f
                          where f.family_id = $2 and f.account_id = a.account_id
                            and not ${hasEndedSql("f")}) as ended
           from account a where a.account_id = $1 and a.user_type = 2`,
    values: [id, familyId],
  });
  const [account] = rows;
  if (!account || account.disabled) return refuse("account-disabled");
  if (account.ended) return refuse("unauthorised");
  const { mustChangePassword } = account;
  return { permissions: permissionsOfRoles(account.roles), mustChangePassword };
}

/** A token may have fewer permissions than its machine, and never more than it has now. */
async function readClient(
  { pool }: Database,
  { id, familyId, perms }: Identity,
  at: Date,
): Promise<OfficeCaller | Refusal> {
  const { rows } = await pool.query<{ permissions: string[] }>({
    name: "office-client",
    text: `select c.permissions from api_client c
             join api_client_secret s on s.client_id = c.client_id and s.secret_id = $2
            where c.client_id = $1 and c.revoked_on is null
              and (s.expires_on is null or s.expires_on > $3)`,
    values: [id, familyId, at],
  });
  const [client] = rows;
  if (!client) return refuse("unauthorised");
  const permissions = client.permissions.filter((permission) => perms.includes(permission));
  return { permissions, mustChangePassword: false };
}

/** Refuses a caller without the permission, and says what it allows. */
export function refusePermission(
  permissions: readonly string[],
  name: OfficePermissionName,
): Refusal | undefined {
  if (isPermitted(permissions, ...permissionNumbers(name))) return undefined;
  const missing = permissionString(name);
  return refuse("permission-missing", {
    detail: `This needs the permission to ${officePermissions[name].allows} (${name.replace(".", ", ")}; ${missing})`,
    issues: [{ path: "permission", message: missing }],
  });
}
