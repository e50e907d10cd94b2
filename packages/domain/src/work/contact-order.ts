import { compareMoments } from "../calendar/moments.ts";
import { compareText } from "../compare-text.ts";
import type { PropertyContact } from "./contacts.ts";

type Listed = Pick<PropertyContact, "fullName"> & { readonly createdOn: string };

/** Compares contacts by the moment at which they were made, and those of one moment, as of an import, by name. */
export function compareContacts(a: Listed, b: Listed): number {
  return compareMoments(a.createdOn, b.createdOn) || compareText(a.fullName, b.fullName);
}
