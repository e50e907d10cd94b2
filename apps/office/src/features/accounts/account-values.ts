import { type OfficeRole, officeRoles } from "@fieldfare/contract/office";
import { capitalise } from "../../ui/capitalise.ts";
import type { Account } from "./queries.ts";
import { strings } from "./strings.ts";

/** What an administrator can change of an account, and whether it is disabled. */
export type AccountValues = Pick<Account, "name" | "email" | "roles" | "disabledOn">;

/** What the dialog shows of it. */
export interface AccountFields {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

export function readValues({ name, email, roles, disabledOn }: AccountValues): AccountValues {
  return { name, email, roles, disabledOn };
}

/** The values that the fields stand for. */
export function toValues({ name, email, roles }: AccountFields) {
  return {
    name: name.trim(),
    email: email.trim().toLowerCase(),
    roles: officeRoles.filter((role) => roles.includes(role)),
  };
}

/**
 * What a change may expect of the account: the values as the user has seen them, or as somebody has set them since, if the
 * user wants them like that too.
 */
export function expectValues(
  seen: AccountValues,
  now: AccountValues,
  wanted: ReturnType<typeof toValues>,
): AccountValues {
  return {
    ...seen,
    ...(now.name === wanted.name && { name: now.name }),
    ...(now.email === wanted.email && { email: now.email }),
    ...(isSameSet(now.roles, wanted.roles) && { roles: now.roles }),
  };
}

/** Says what is different now. The order of the roles does not count. */
export function describeDifferences(before: AccountValues, now: AccountValues): string[] {
  const { isNow, names, states, noRoles } = strings.change;
  const roles = (given: readonly OfficeRole[]) => given.map(capitalise).join(", ") || noRoles;
  return [
    ...(now.name === before.name ? [] : [isNow(names.name, now.name)]),
    ...(now.email === before.email ? [] : [isNow(names.email, now.email)]),
    ...(isSameSet(now.roles, before.roles) ? [] : [isNow(names.roles, roles(now.roles))]),
    ...(now.disabledOn === before.disabledOn
      ? []
      : [isNow(names.state, now.disabledOn === null ? states.active : states.disabled)]),
  ];
}

/** Brings what somebody else has changed into the fields. What the user has changed stays as typed. */
export function takeOver(
  fields: AccountFields,
  seen: AccountValues,
  now: AccountValues,
): AccountFields {
  const isChosen = (role: OfficeRole) =>
    fields.roles.includes(role) === seen.roles.includes(role)
      ? now.roles.includes(role)
      : fields.roles.includes(role);
  return {
    name: fields.name === seen.name ? now.name : fields.name,
    email: fields.email === seen.email ? now.email : fields.email,
    roles: officeRoles.filter(isChosen),
  };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
