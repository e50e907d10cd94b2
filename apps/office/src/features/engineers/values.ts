import {
  type EngineerPermission,
  listEngineerPermissions,
  setEngineerPermissions,
  withPropertyPermission,
} from "@fieldfare/domain";
import type { Operative } from "./queries.ts";

/** What the office can change of an engineer, as the server has it. */
export type Values = Pick<
  Operative,
  "name" | "email" | "mobileNumber" | "gasSafeIdCard" | "recordsMileage"
> & { readonly perms: string[] };

export type ValueName = keyof Values;

/** What a dialog shows of it. An empty text is no value. */
export interface Fields {
  readonly name: string;
  readonly email: string;
  readonly mobileNumber: string;
  readonly gasSafeIdCard: string;
  readonly recordsMileage: boolean;
  readonly granted: readonly EngineerPermission[];
}

export function readValues(operative: Operative): Values {
  const { name, email, mobileNumber, gasSafeIdCard, recordsMileage, perms = [] } = operative;
  return { name, email, mobileNumber, gasSafeIdCard, recordsMileage, perms };
}

export function makeFields(values: Values): Fields {
  const { name, email, recordsMileage, perms } = values;
  return {
    name,
    email,
    mobileNumber: values.mobileNumber ?? "",
    gasSafeIdCard: values.gasSafeIdCard ?? "",
    recordsMileage,
    granted: listEngineerPermissions(perms),
  };
}

/** The values that the fields stand for. Permissions that no field shows stay as they are in `perms`. */
export function toValues(fields: Fields, perms: readonly string[]): Values {
  return {
    name: fields.name.trim(),
    email: fields.email.trim().toLowerCase(),
    mobileNumber: fields.mobileNumber.trim() || null,
    gasSafeIdCard: fields.gasSafeIdCard.trim() || null,
    recordsMileage: fields.recordsMileage,
    perms: setEngineerPermissions(perms, fields.granted),
  };
}

/** Which values differ, in the order of the dialog. */
export function listDifferences(one: Values, other: Values): ValueName[] {
  const names = [
    "name",
    "email",
    "mobileNumber",
    "gasSafeIdCard",
    "recordsMileage",
    "perms",
  ] as const satisfies readonly ValueName[];
  return names.filter((name) => String(one[name]) !== String(other[name]));
}

/**
 * What a change may expect of the engineer: the values as the user has seen them, or as somebody has set them since, if the
 * user wants them like that too.
 */
export function expectValues(seen: Values, now: Values, wanted: Values): Values {
  const differing = listDifferences(now, wanted);
  const agreed = Object.fromEntries(
    Object.entries(now).filter(([name]) => !differing.some((each) => each === name)),
  );
  return { ...seen, ...agreed };
}

/** Brings what somebody else has changed into the fields. What the user has changed stays as typed. */
export function takeOver(fields: Fields, seen: Values, now: Values): Fields {
  const before = makeFields(seen);
  const after = makeFields(now);
  const choose = <Name extends keyof Fields>(name: Name) =>
    fields[name] === before[name] ? after[name] : fields[name];
  const isGranted = (name: EngineerPermission) =>
    fields.granted.includes(name) === before.granted.includes(name)
      ? after.granted.includes(name)
      : fields.granted.includes(name);
  const names = new Set([...fields.granted, ...after.granted]);
  return {
    name: choose("name"),
    email: choose("email"),
    mobileNumber: choose("mobileNumber"),
    gasSafeIdCard: choose("gasSafeIdCard"),
    recordsMileage: choose("recordsMileage"),
    granted: [...names].filter(isGranted),
  };
}

/** What is wrong with the fields, by name; null: nothing. */
export function findFieldProblems({ name, email }: Fields) {
  return {
    name: name.trim() === "" ? "missing" : null,
    email: /^\S+@\S+$/.test(email.trim()) ? null : "malformed",
  } as const;
}

/** The fields of an engineer who is added: an engineer may do everything with properties unless the office says otherwise. */
export const newFields: Fields = makeFields({
  name: "",
  email: "",
  mobileNumber: null,
  gasSafeIdCard: null,
  recordsMileage: false,
  perms: withPropertyPermission([]),
});
