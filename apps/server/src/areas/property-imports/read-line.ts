import type { PropertyImportColumn } from "@fieldfare/contract/office";
import { parsePostcode } from "@fieldfare/domain";

/** Why a line is left out: the value, and what to do. */
export interface LineIssue {
  /** Null: the whole line. */
  readonly field: string | null;
  readonly message: string;
}

/** What a line says, by column. A column that it does not have is not there. */
export type LineValues = ReadonlyMap<PropertyImportColumn, string>;

/** What a file says of a home. A value that it does not say stays as it is. */
export interface GivenHome {
  readonly addressLine1?: string;
  readonly addressLine2?: string | null;
  readonly addressLine3?: string | null;
  readonly addressLine4?: string | null;
  readonly postcode?: string;
  readonly coordinatesLatitude?: number | null;
  readonly coordinatesLongitude?: number | null;
  readonly clientId?: number | null;
  /** An address that is not given stays if the name does. */
  readonly landlord?: { readonly name: string; readonly address?: string } | null;
}

type PhoneType = "Mobile" | "Home" | "Alt";

/** What a file says of a tenant. */
export interface GivenTenant {
  readonly reference: string;
  readonly fullName?: string;
  readonly isPrimaryTenant?: boolean;
  readonly emailAddress?: string | null;
  readonly phones: ReadonlyMap<PhoneType, string | null>;
  readonly hasLeft?: boolean;
}

export interface ReadLine {
  readonly uprn: string;
  readonly home: GivenHome;
  readonly tenants: readonly GivenTenant[];
}

/** The most tenants of one line. */
const maxTenants = 50;

// Control characters besides those between lines, and what stands for a letter that could not be read.
// oxlint-disable-next-line no-control-regex
const unreadable = /[\u{fffd}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

/** Reads what a line says of a home and its tenants, or says what is wrong with it. */
export function readLine(
  values: LineValues,
  tenants: readonly LineValues[],
): { readonly line: ReadLine } | { readonly issues: readonly LineIssue[] } {
  const issues: LineIssue[] = [];
  const uprn = readUprn(values, issues);
  const home = readHome(values, issues);
  const given = tenants.flatMap((one) => readTenant(one, issues) ?? []);
  if (tenants.length > maxTenants)
    issues.push({ field: "tenants", message: `At most ${maxTenants} tenants are possible.` });
  const names = given.map(({ reference }) => reference);
  if (names.some((name, index) => names.indexOf(name) < index))
    issues.push({
      field: "tenantReference",
      message: "The line names the same tenant twice. Keep one of them.",
    });
  return issues.length > 0 || uprn === null ? { issues } : { line: { uprn, home, tenants: given } };
}

function readUprn(values: LineValues, issues: LineIssue[]): string | null {
  const uprn = values.get("uprn") ?? "";
  // Some systems write all twelve digits.
  if (/^\d{1,12}$/.test(uprn) && !/^0+$/.test(uprn)) return uprn.replace(/^0+/, "");
  issues.push({
    field: "uprn",
    message:
      uprn === ""
        ? "The UPRN is missing: homes are recognised by it."
        : /^\d(\.\d+)?e\+?\d+$/i.test(uprn)
          ? "A spreadsheet has shortened the UPRN. Format its column as text or as a whole number, and save the file again."
          : "A UPRN has up to 12 digits and nothing else.",
  });
  return null;
}

function readHome(values: LineValues, issues: LineIssue[]): GivenHome {
  const home: { -readonly [Name in keyof GivenHome]: GivenHome[Name] } = {};
  const address1 = readText(values, "addressLine1", 200, issues);
  if (address1 === "")
    issues.push({ field: "addressLine1", message: "The first line of the address is missing." });
  else if (address1 !== undefined) home.addressLine1 = address1;
  for (const name of ["addressLine2", "addressLine3", "addressLine4"] as const) {
    const text = readText(values, name, 200, issues);
    if (text !== undefined) home[name] = text || null;
  }
  const postcode = values.get("postcode");
  if (postcode !== undefined) {
    const parsed = parsePostcode(postcode);
    if (parsed === null)
      issues.push({
        field: "postcode",
        message: postcode === "" ? "The postcode is missing." : "This is not a postcode.",
      });
    else home.postcode = parsed;
  }
  for (const [name, column, most] of [
    ["coordinatesLatitude", "latitude", 90],
    ["coordinatesLongitude", "longitude", 180],
  ] as const) {
    const text = values.get(column);
    if (text === undefined) continue;
    const value = text === "" ? null : /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value !== null && !(Math.abs(value) <= most))
      issues.push({
        field: column,
        message: `A number of degrees from -${most} to ${most} with a decimal point is needed.`,
      });
    else home[name] = value;
  }
  const clientId = values.get("clientId");
  if (clientId !== undefined) {
    if (clientId !== "" && !/^\d{1,9}$/.test(clientId))
      issues.push({ field: "clientId", message: "The number of a client is needed." });
    else home.clientId = clientId === "" ? null : Number(clientId);
  }
  const name = readText(values, "landlordName", 200, issues);
  const address = readText(values, "landlordAddress", 1000, issues, true);
  if (name !== undefined || address !== undefined) {
    if (!name && address)
      issues.push({ field: "landlordName", message: "The landlord has an address and no name." });
    else home.landlord = name ? { name, ...(address !== undefined && { address }) } : null;
  }
  return home;
}

/** Null: the line says nothing of a tenant. */
function readTenant(values: LineValues, issues: LineIssue[]): GivenTenant | null {
  if ([...values.values()].every((text) => text === "")) return null;
  const reference = readText(values, "tenantReference", 100, issues);
  if (!values.get("tenantReference"))
    issues.push({
      field: "tenantReference",
      message: "The reference of the tenant is missing: tenants are recognised by it.",
    });
  if (!reference) return null;
  const fullName = readText(values, "tenantName", 200, issues);
  if (fullName === "") issues.push({ field: "tenantName", message: "The name is missing." });
  const isPrimaryTenant = readYesNo(values, "tenantIsPrimary", issues);
  const hasLeft = readYesNo(values, "tenantHasLeft", issues);
  const email = readText(values, "tenantEmail", 254, issues);
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    issues.push({ field: "tenantEmail", message: "This is not an email address." });
  const phones = new Map<PhoneType, string | null>();
  for (const [type, column] of [
    ["Mobile", "tenantMobile"],
    ["Home", "tenantHomePhone"],
    ["Alt", "tenantOtherPhone"],
  ] as const) {
    const number = readText(values, column, 20, issues);
    if (number === undefined) continue;
    if (number !== "" && !/^\+?[\d ()-]{6,20}$/.test(number))
      issues.push({
        field: column,
        message: "This is not a telephone number: digits and spaces, with + before the country.",
      });
    else if (number !== "" && !/^[+0(]/.test(number))
      issues.push({
        field: column,
        message:
          "The number does not begin with 0 or +: a spreadsheet takes the 0 away. Write the column as text.",
      });
    phones.set(type, number || null);
  }
  return {
    reference,
    ...(fullName !== undefined && { fullName }),
    ...(isPrimaryTenant !== undefined && { isPrimaryTenant }),
    ...(email !== undefined && { emailAddress: email || null }),
    phones,
    ...(hasLeft !== undefined && { hasLeft }),
  };
}

/** Undefined: the line does not have the column, or what it has is wrong. */
function readText(
  values: LineValues,
  column: PropertyImportColumn,
  maxLength: number,
  issues: LineIssue[],
  mayHaveLines = false,
): string | undefined {
  const text = values.get(column);
  if (text === undefined) return undefined;
  const isUnreadable = unreadable.test(text) || (!mayHaveLines && /[\r\n\t]/.test(text));
  if (isUnreadable)
    issues.push({
      field: column,
      message:
        "It has a character that is no text, such as a line break, or a letter in another encoding. Type it again.",
    });
  if (text.length > maxLength)
    issues.push({ field: column, message: `At most ${maxLength} characters are possible.` });
  return isUnreadable || text.length > maxLength ? undefined : text;
}

function readYesNo(
  values: LineValues,
  column: PropertyImportColumn,
  issues: LineIssue[],
): boolean | undefined {
  const text = values.get(column)?.toLowerCase();
  if (text === undefined || text === "") return undefined;
  if (["yes", "y", "true", "1"].includes(text)) return true;
  if (["no", "n", "false", "0"].includes(text)) return false;
  issues.push({ field: column, message: "Yes or no is needed." });
  return undefined;
}
