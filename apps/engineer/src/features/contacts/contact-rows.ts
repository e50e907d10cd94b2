import type { ContactEntry } from "@fieldfare/device";
import { contactMatcher } from "@fieldfare/domain";

export type ContactFilter = "all" | "favourites";
export type ListedContact = ContactEntry & { readonly isMarked: boolean };
/** A section's heading, or one of its contacts. */
export type Row =
  | { readonly initial: string; readonly count: number }
  | { readonly contact: ListedContact };

/** Finds contacts by their `searchText`, which the worker prepares once. */
export function findContacts(
  listed: readonly ListedContact[],
  query: string,
  filter: ContactFilter,
): readonly ListedContact[] {
  const matches = contactMatcher(query);
  return listed.filter(
    ({ searchText, isMarked }) => (filter === "all" || isMarked) && matches(searchText),
  );
}

/** Adds a heading before each section. The contacts must be sorted by section. */
export function buildRows(found: readonly ListedContact[]): readonly Row[] {
  const counts = new Map<string, number>();
  for (const { initial } of found) counts.set(initial, (counts.get(initial) ?? 0) + 1);
  return found.flatMap((contact, index): Row[] => {
    const { initial } = contact;
    const isFirst = found[index - 1]?.initial !== initial;
    return isFirst ? [{ initial, count: counts.get(initial) ?? 0 }, { contact }] : [{ contact }];
  });
}
