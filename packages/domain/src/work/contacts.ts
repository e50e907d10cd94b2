import { asciiDigits } from "../numbers.ts";
import { type Issues, collectIssues } from "../issues.ts";
import { listKeys } from "../keys.ts";
import { changedOn } from "./changed-on.ts";
import { isGbPhone, type ParsePhone } from "./phones.ts";

/** Bit flags of the preferred contact methods. */
export const contactMethod = { email: 1, phone: 2, text: 4 } as const;
export type ContactMethod = keyof typeof contactMethod;

/** Whether the method is among the preferred ones. `contactMethodType` is the sum of flags in `contactMethod`. */
export function prefers(contactMethodType: number, method: ContactMethod): boolean {
  return (contactMethodType & contactMethod[method]) !== 0;
}

/** Sets or clears one of the flags. Bits that this build does not know are unchanged. */
export function withMethod(
  contactMethodType: number,
  method: ContactMethod,
  isPreferred: boolean,
): number {
  const bit = contactMethod[method];
  return isPreferred ? contactMethodType | bit : contactMethodType & ~bit;
}

export interface Phone {
  readonly phoneType: "Mobile" | "Home" | "Alt";
  readonly number: string;
}

/** The part of a property's contact that the rules need. */
export interface PropertyContact {
  readonly propertyTenantId: string;
  readonly fullName: string;
  readonly isPrimaryTenant: boolean;
  readonly contactType: number | null;
  readonly emailAddress: string | null;
  readonly contactMethodType: number;
  readonly phones: readonly Phone[];
  readonly addedByEngineer: boolean;
  readonly flagDeleted: boolean;
  readonly modifiedOn: string;
}

export interface ContactAnswers {
  readonly fullName: string;
  readonly contactType: number | null;
  readonly emailAddress: string;
  readonly contactMethodType: number;
  readonly mobile: string;
  readonly home: string;
  readonly alt: string;
  readonly isPrimaryTenant: boolean;
}

export const blankContact: ContactAnswers = {
  fullName: "",
  contactType: null,
  emailAddress: "",
  contactMethodType: 0,
  mobile: "",
  home: "",
  alt: "",
  isPrimaryTenant: false,
};

/** Which answer holds which phone. */
const phoneFields = { Mobile: "mobile", Home: "home", Alt: "alt" } as const satisfies Record<
  Phone["phoneType"],
  keyof ContactAnswers
>;

/** Returns the answers with which a form opens that changes the contact: the first number of each type. */
export function readContactAnswers(contact: PropertyContact): ContactAnswers {
  const findNumber = (type: Phone["phoneType"]) =>
    contact.phones.find((phone) => phone.phoneType === type)?.number ?? "";
  return {
    fullName: contact.fullName,
    contactType: contact.contactType,
    emailAddress: contact.emailAddress ?? "",
    contactMethodType: contact.contactMethodType,
    mobile: findNumber("Mobile"),
    home: findNumber("Home"),
    alt: findNumber("Alt"),
    isPrimaryTenant: contact.isPrimaryTenant,
  };
}

/**
 * Returns the record of the answers. A second number of the same kind is not on the form and is copied from `before`.
 */
export function contactDetails(answers: ContactAnswers, before: PropertyContact | null = null) {
  const phones = listKeys(phoneFields).map((phoneType) => ({
    phoneType,
    number: readPhone(answers[phoneFields[phoneType]]),
  }));
  return {
    fullName: answers.fullName.trim(),
    contactType: answers.contactType,
    emailAddress: answers.emailAddress.trim() || null,
    contactMethodType: answers.contactMethodType,
    phones: [
      ...phones.filter((phone) => phone.number !== ""),
      ...(before?.phones.filter(isExtraPhone) ?? []),
    ],
    isPrimaryTenant: answers.isPrimaryTenant,
  };
}

function isExtraPhone(phone: Phone, index: number, phones: readonly Phone[]): boolean {
  return phones.findIndex(({ phoneType }) => phoneType === phone.phoneType) < index;
}

export type ContactIssues = {
  readonly fullName: "full-name-missing" | "full-name-not-unique" | "full-name-too-long";
  readonly contactType: "contact-type-missing";
  readonly emailAddress: "email-invalid" | "email-missing";
  readonly mobile: "phone-invalid";
  readonly home: "phone-invalid";
  readonly alt: "phone-invalid";
  /** Calls need any number; texts need a mobile or alternative number. */
  readonly contactMethodType: "phone-missing" | "mobile-missing";
};

export interface ContactContext {
  /** The other contacts of the property, including those who have left. */
  readonly others: readonly Pick<PropertyContact, "fullName">[];
  readonly parsePhone: ParsePhone;
}

const maxNameText = 200;
const maxEmailText = 254;
const minPhoneText = 11;
const maxPhoneText = 13;
const emailShape =
  /^[^\s@.,;:<>()"[\]]+(?:\.[^\s@.,;:<>()"[\]]+)*@(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/i;

/** Returns the issues of a contact, by field. */
export function validateContact(
  answers: ContactAnswers,
  { others, parsePhone }: ContactContext,
): Issues<ContactIssues> {
  return collectIssues<ContactIssues>({
    fullName: validateContactName(answers.fullName, others),
    contactType: answers.contactType === null ? "contact-type-missing" : null,
    contactMethodType: validateContactMethod(answers),
    emailAddress: validateEmail(answers),
    mobile: validatePhone(answers.mobile, parsePhone),
    home: validatePhone(answers.home, parsePhone),
    alt: validatePhone(answers.alt, parsePhone),
  });
}

/** Compares names as people read them: case, extra spaces and the encoding of accents do not count. */
export function isSameName(a: string, b: string): boolean {
  return normaliseName(a) === normaliseName(b);
}

function normaliseName(name: string): string {
  return name.normalize("NFC").trim().replaceAll(/\s+/gu, " ").toLocaleLowerCase("en-GB");
}

/** Validates the name of a contact at a property; `others` are the known contacts. */
export function validateContactName(
  fullName: string,
  others: readonly { readonly fullName: string }[],
): ContactIssues["fullName"] | null {
  const name = fullName.trim();
  if (name === "") return "full-name-missing";
  if (name.length > maxNameText) return "full-name-too-long";
  return others.some((other) => isSameName(other.fullName, name)) ? "full-name-not-unique" : null;
}

/**
 * Returns a number as it is stored. Phones copy numbers with spaces, brackets and hyphens: these stay if the text
 * fits the limit with them, and are removed if it does not.
 */
export function readPhone(typed: string): string {
  const text = asciiDigits(typed)
    .replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text.length <= maxPhoneText) return text;
  return text
    .replace(/^(?:tel:)/i, "")
    .replace(/^\+\s*44\s*\(0\)/, "+44")
    .replaceAll(/[ ()./-]/g, "")
    .replace(/^0044/, "+44");
}

/** Validates the phone number of a contact at a property. An empty field is valid. */
export function validatePhone(typed: string, parsePhone: ParsePhone): "phone-invalid" | null {
  const number = readPhone(typed);
  if (number === "") return null;
  const hasValidLength = number.length >= minPhoneText && number.length <= maxPhoneText;
  return hasValidLength && isGbPhone(number, parsePhone) ? null : "phone-invalid";
}

function validateEmail(answers: ContactAnswers): ContactIssues["emailAddress"] | null {
  const address = answers.emailAddress.trim();
  if (address === "") return prefers(answers.contactMethodType, "email") ? "email-missing" : null;
  return address.length <= maxEmailText && emailShape.test(address) ? null : "email-invalid";
}

function validateContactMethod(answers: ContactAnswers): ContactIssues["contactMethodType"] | null {
  const has = (...numbers: readonly string[]) => numbers.some((number) => number.trim() !== "");
  const { contactMethodType, mobile, home, alt } = answers;
  if (prefers(contactMethodType, "phone") && !has(mobile, home, alt)) return "phone-missing";
  return prefers(contactMethodType, "text") && !has(mobile, alt) ? "mobile-missing" : null;
}

/** Returns the other contacts that lose the primary flag when `primaryId` becomes primary. */
export function clearOtherPrimaries<C extends PropertyContact>(
  contacts: readonly C[],
  primaryId: string,
  at: Date,
): readonly C[] {
  return contacts
    .filter((contact) => contact.isPrimaryTenant && contact.propertyTenantId !== primaryId)
    .map((contact) => ({
      ...contact,
      isPrimaryTenant: false,
      modifiedOn: changedOn(contact, at).toISOString(),
    }));
}

/** Sets or clears Mark Left. A contact that the engineer added is removed instead. */
export function withLeft<C extends PropertyContact>(contact: C, hasLeft: boolean, at: Date): C {
  return { ...contact, flagDeleted: hasLeft, modifiedOn: changedOn(contact, at).toISOString() };
}

/** Returns the name of the property's primary contact, who is the likely customer; empty when it is not known. */
export function primaryContactName(
  contacts: readonly Pick<PropertyContact, "fullName" | "isPrimaryTenant" | "flagDeleted">[],
): string {
  const primary = contacts.find((contact) => contact.isPrimaryTenant && !contact.flagDeleted);
  return primary?.fullName.trim() ?? "";
}

/** Splits the contacts into those that were there before and those that the engineer added. */
export function splitContacts<C extends Pick<PropertyContact, "addedByEngineer">>(
  contacts: readonly C[],
): { readonly existing: readonly C[]; readonly added: readonly C[] } {
  return {
    existing: contacts.filter((contact) => !contact.addedByEngineer),
    added: contacts.filter((contact) => contact.addedByEngineer),
  };
}
