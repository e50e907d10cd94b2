import { readInitial, buildSearchText, sortContacts } from "@fieldfare/domain";
import { expect, test } from "vitest";
import { findContacts, type ListedContact, buildRows } from "./contact-rows.ts";

const names = ["Ann Abbott", "Élodie Étienne", "Kay Évans", "محمد الهاشمي", "Bea Ball"];

/** Makes contacts as the worker returns them. */
function listed(count: number): readonly ListedContact[] {
  const contacts = Array.from({ length: count }, (_, index) => {
    const [firstName = "", lastName = ""] = (names[index % names.length] ?? "").split(" ");
    return {
      contactId: String(index),
      firstName,
      lastName,
      jobTitle: null,
      mobilePhone: `07700 900${index}`,
      email: null,
      isFavourite: false,
      modifiedOn: "2026-01-05T09:00:00.000Z",
    };
  });
  return sortContacts(contacts).map((contact) => ({
    ...contact,
    initial: readInitial(contact),
    searchText: buildSearchText(contact),
    isMarked: Number(contact.contactId) < names.length,
  }));
}

test("5,000 contacts are listed in sections with their counts", () => {
  const rows = buildRows(listed(5000));
  const headings = rows.filter((row) => "initial" in row);
  expect(rows).toHaveLength(5000 + headings.length);
  expect(headings).toEqual([
    { initial: "A", count: 1000 },
    { initial: "B", count: 1000 },
    { initial: "E", count: 2000 },
    { initial: "#", count: 1000 },
  ]);
});

test("The search reads only the prepared search text", () => {
  const all = listed(5000);
  const unreadable = all.map((contact) => {
    const { searchText, isMarked, contactId } = contact;
    return { searchText, isMarked, contactId } as ListedContact;
  });
  expect(findContacts(unreadable, "ÉVANS 9004", "all")).toHaveLength(
    findContacts(all, "evans 9004", "all").length,
  );
  expect(findContacts(unreadable, " ", "all")).toHaveLength(5000);
  expect(findContacts(unreadable, "et", "favourites")).toMatchObject([{ contactId: "1" }]);
});
