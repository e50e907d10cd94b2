import { normaliseForSearch } from "../search.ts";

/** Someone of the company's telephone list. */
export interface ListedContact {
  readonly contactId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly jobTitle: string | null;
  readonly mobilePhone: string | null;
  readonly email: string | null;
}

/** Letters that are no letter with an accent, and where they stand in an English list. */
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

/** The section of a list by last name: A to Z without accents, `#` for whatever begins with no letter. */
export function readInitial(contact: Pick<ListedContact, "lastName">): string {
  const [first = ""] = foldText(contact.lastName).toUpperCase().trim();
  return /^[A-Z]$/.test(first) ? first : otherInitials;
}

/** Lowercase, without accents: what is typed finds a name however it is spelled. */
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

const collator = new Intl.Collator("en-GB", { sensitivity: "base" });

/** By section, `#` last, then last name, then first name. */
export function sortContacts<C extends ListedContact>(contacts: readonly C[]): readonly C[] {
  return contacts
    .map((contact) => ({ contact, initial: readInitial(contact) }))
    .sort(
      (a, b) =>
        Number(a.initial === otherInitials) - Number(b.initial === otherInitials) ||
        (a.initial < b.initial ? -1 : Number(a.initial > b.initial)) ||
        collator.compare(a.contact.lastName, b.contact.lastName) ||
        collator.compare(a.contact.firstName, b.contact.firstName) ||
        (a.contact.contactId < b.contact.contactId ? -1 : 1),
    )
    .map(({ contact }) => contact);
}

/** All that a contact is found by, made once: name, job, number and address. */
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

/** Finds what contains every word that was typed; nothing typed finds all. */
export function contactMatcher(typed: string): (searchText: string) => boolean {
  const needles = normaliseForSearch(foldText(typed)).split(/\s+/).filter(Boolean);
  return (searchText) => needles.every((needle) => searchText.includes(needle));
}

/** Digits and a leading plus: whatever else was written around them is not dialled. Null: nothing is left. */
export function toDialString(number: string | null): string | null {
  const digits = number?.trim().replaceAll(/(?!^\+)\D/g, "") ?? "";
  return /\d/.test(digits) ? digits : null;
}
