import { normaliseForSearch } from "../search.ts";

/** A person in the company's telephone list. */
export interface ListedContact {
  readonly contactId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly jobTitle: string | null;
  readonly mobilePhone: string | null;
  readonly email: string | null;
}

/** Letters that do not decompose into a letter with an accent, with their place in an English list. */
const otherLetters: Readonly<Record<string, string>> = {
  Æ: "AE",
  Đ: "D",
  Ð: "D",
  Ħ: "H",
  ı: "I",
  Ł: "L",
  Ø: "O",
  Œ: "OE",
  ẞ: "SS",
  Þ: "TH",
};

export const otherInitials = "#";

/** Returns the section of a contact by last name: A to Z without accents, `#` for anything else. */
export function readInitial(contact: Pick<ListedContact, "lastName">): string {
  const [first = ""] = foldText(contact.lastName).toUpperCase().trim();
  return /^[A-Z]$/.test(first) ? first : otherInitials;
}

/** Removes case and accents, so that a search finds a name however it is spelled. */
function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .replaceAll(
      /[ÆæĐđÐðĦħıŁłØøŒœẞßÞþ]/g,
      (letter) => otherLetters[letter] ?? otherLetters[letter.toUpperCase()] ?? "SS",
    )
    .toLowerCase();
}

/** Made when a list is sorted first: it takes as long as drawing a screen's fields, and every start loads this file. */
let collator: Intl.Collator | undefined;

function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator("en-GB", { sensitivity: "base" });
  return collator.compare(a, b);
}

/** Sorts by section with `#` last, then by last name, then by first name. */
export function sortContacts<C extends ListedContact>(contacts: readonly C[]): readonly C[] {
  return contacts
    .map((contact) => ({ contact, initial: readInitial(contact) }))
    .sort(
      (a, b) =>
        Number(a.initial === otherInitials) - Number(b.initial === otherInitials) ||
        (a.initial < b.initial ? -1 : Number(a.initial > b.initial)) ||
        compareNames(a.contact.lastName, b.contact.lastName) ||
        compareNames(a.contact.firstName, b.contact.firstName) ||
        (a.contact.contactId < b.contact.contactId ? -1 : 1),
    )
    .map(({ contact }) => contact);
}

/** Returns the text that a search compares: name, job, number and address. */
export function buildSearchText(contact: ListedContact): string {
  const { firstName, lastName, jobTitle, mobilePhone, email } = contact;
  const text = foldText(
    [
      firstName,
      lastName,
      firstName,
      jobTitle,
      mobilePhone?.replaceAll(/\D/g, ""),
      mobilePhone,
      email,
    ]
      .filter(Boolean)
      .join(" "),
  );
  return normaliseForSearch(text);
}

/** Returns a matcher for contacts that contain every typed word. An empty search matches all. */
export function contactMatcher(typed: string): (searchText: string) => boolean {
  const needles = normaliseForSearch(foldText(typed)).split(/\s+/).filter(Boolean);
  return (searchText) => needles.every((needle) => searchText.includes(needle));
}

/** Returns the digits and a leading plus, which is all that is dialled. Returns null if no digit is left. */
export function toDialString(number: string | null): string | null {
  const digits = number?.trim().replaceAll(/(?!^\+)\D/g, "") ?? "";
  return /\d/.test(digits) ? digits : null;
}
