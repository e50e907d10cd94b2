import type { ContactEntry } from "@fieldfare/device";
import { contactMatcher } from "@fieldfare/domain";

export type ContactFilter = "all" | "favourites";
export type ListedContact = ContactEntry & { readonly isMarked: boolean };
/** A section's head, or one of its contacts. */
export type Row =
  | { readonly initial: string; readonly count: number }
  | { readonly contact: ListedContact };

/** Each contact is compared with the text that was made for it once, in the worker. */
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

/** The sections of contacts that are sorted by section already. */
export function buildRows(found: readonly ListedContact[]): readonly Row[] {
  const counts = new Map<string, number>();
  for (const { initial } of found) counts.set(initial, (counts.get(initial) ?? 0) + 1);
  return found.flatMap((contact, index): Row[] => {
    const { initial } = contact;
    const isFirst = found[index - 1]?.initial !== initial;
    return isFirst ? [{ initial, count: counts.get(initial) ?? 0 }, { contact }] : [{ contact }];
  });
}
