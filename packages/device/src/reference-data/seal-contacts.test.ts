import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SharedDatabase } from "../database/database.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { dumpDisk } from "../testing/dump-disk.ts";
import { fullContent } from "./answer.ts";
import { readReference } from "./reference.ts";
import { sealEarlierContacts } from "./seal-contacts.ts";
import { openSearch } from "./search.ts";
import { storeSet } from "./store.ts";

const contact = (contactId: string, name: string) => ({
  contactId,
  name,
  jobTitle: "Surveyor",
  phone: "07700 900456",
  email: null,
  isFavourite: false,
});
const names = ["Ada Wren", "Bea Plover", "07700 900456"];

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

/** A full set, and a change of it. */
async function store(shared: SharedDatabase): Promise<void> {
  const head = { type: "Contacts" as const, count: 1, deletedIds: [] };
  const content = fullContent("Contacts", [contact("a", "Ada Wren")]);
  await storeSet(shared, { ...head, date: "1", isFull: true, content });
  const rows = [contact("b", "Bea Plover")];
  await storeSet(shared, { ...head, date: "2", isFull: false, content: { kind: "changes", rows } });
}

const findNames = (text: string) =>
  names.filter((name) => text.includes(name) || text.includes(name.toLowerCase()));

async function readNames(shared: SharedDatabase): Promise<readonly unknown[]> {
  const rows: readonly object[] = await readReference({ shared }, "Contacts");
  return rows.map((row) => Object.values(row)[1]);
}

describe("The contacts", () => {
  it("are stored sealed, and read as they are", async () => {
    const { shared } = phone.device;
    await store(shared);
    expect(findNames(await dumpDisk(phone.disk))).toEqual([]);
    expect(await readNames(shared)).toEqual(["Ada Wren", "Bea Plover"]);
    expect((await openSearch(shared, "Contacts")).find("wren", 5)).toBeDefined();
  });

  it("of another engineer, or before the PIN, are not there", async () => {
    const { shared } = phone.device;
    await store(shared);
    shared.findContactsKey = () => new Uint8Array(32);
    expect(await readNames(shared)).toEqual([]);
    shared.findContactsKey = () => null;
    expect(await readNames(shared)).toEqual([]);
  });

  it("of an earlier build are sealed", async () => {
    const { shared } = phone.device;
    const { findContactsKey } = shared;
    shared.findContactsKey = () => null;
    await store(shared);
    expect(findNames(await dumpDisk(phone.disk))).toEqual(names);
    shared.findContactsKey = findContactsKey;
    expect(await readNames(shared)).toEqual(["Ada Wren", "Bea Plover"]);
    await sealEarlierContacts(shared);
    expect(findNames(await dumpDisk(phone.disk))).toEqual([]);
    expect(await readNames(shared)).toEqual(["Ada Wren", "Bea Plover"]);
  });
});
