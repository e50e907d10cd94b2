import { signInOther } from "../testing/node-device.ts";
import type { DataRow } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markFavourite } from "../actions/favourites.ts";
import { drain } from "../outbox/sender.ts";
import type { ContactList } from "../ports.ts";
import {
  isFavouriteIn,
  readContacts,
  readContactsVersion,
  readFavourites,
} from "../reading/contacts.ts";
import {
  aFakeServer,
  aSignedInPhone,
  json,
  owner,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { runSync } from "./run-sync.ts";

const other = "0190a000-0000-7000-8000-000000000002";
const [ann, bob] = [
  "0190a000-0000-7000-8000-0000000000c1",
  "0190a000-0000-7000-8000-0000000000c2",
] as const;

let fakeServer: FakeServer;
let phone: SignedInPhone;
/**
 * The signed-in engineer's favourites on the server, and the contact dates that the syncs asked
 * with.
 */
let serverFavourites: Set<string>;
let requestedDates: (string | null | undefined)[];
let isLost: boolean;
/** The server's date of its contacts: the same as long as nobody changes them. */
let contactsDate: string | null;

beforeEach(async () => {
  fakeServer = aFakeServer();
  serverFavourites = new Set();
  requestedDates = [];
  isLost = false;
  contactsDate = null;
  fakeServer.answer = (path, init) => {
    if (path !== "/api/sync") return undefined;
    const request = JSON.parse(init.body as string) as {
      data: { type: string; date: string | null }[];
    };
    requestedDates.push(request.data.find(({ type }) => type === "Contacts")?.date);
    if (isLost) return Promise.reject(new TypeError("fetch failed"));
    return json({
      syncSizeInMb: 1,
      isSyncRequired: true,
      isPartial: false,
      payload: [
        {
          type: "Contacts",
          date: contactsDate ?? `${requestedDates.length}`,
          isFull: true,
          rows: [contact(ann, "Ann", "Østby"), contact(bob, "Bob", "Adams")],
          deletedIds: [],
        },
      ],
    });
  };
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

function contact(contactId: string, firstName: string, lastName: string): DataRow<"Contacts"> {
  return {
    contactId,
    firstName,
    lastName,
    jobTitle: null,
    mobilePhone: null,
    email: null,
    isFavourite: serverFavourites.has(contactId),
    modifiedOn: "2026-01-05T09:00:00.000Z",
  };
}

const sync = () => runSync(phone.device, { requestedBy: "user" });

/** Last names of the contacts shown as favourites. */
async function readFavouriteNames(): Promise<readonly string[]> {
  return listFavouriteNames(await readContacts(phone.device));
}

/** The same for a list that was read earlier. */
async function listFavouriteNames(list: ContactList): Promise<readonly string[]> {
  const known = await readFavourites(phone.device);
  return list.entries.filter(isFavouriteIn(list, known)).map(({ lastName }) => lastName);
}

async function signInAs(ownerId: string) {
  await signInOther(phone.device, ownerId);
}

describe("A favourite", () => {
  it("is shown at once, and queued", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    expect(await readFavouriteNames()).toEqual(["Østby"]);
    await markFavourite(phone.device, ann, false);
    expect(await readFavouriteNames()).toEqual([]);
    const queued = await phone.device.database.messageQueue.toArray();
    expect(queued.map(({ type, payload }) => [type, payload])).toMatchObject([
      ["ContactFavouriteChange", { contactId: ann, isFavourite: true }],
      ["ContactFavouriteChange", { contactId: ann, isFavourite: false }],
    ]);
  });

  it("that is not sent yet stays, whatever a synchronisation brings", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    await sync();
    expect(await readFavouriteNames()).toEqual(["Østby"]);
  });

  it("that the server has comes with the contacts from then on, and may change elsewhere", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    await drain(phone.device);
    serverFavourites = new Set([ann]);
    await sync();
    expect(await phone.device.database.contactFavourite.count()).toBe(0);
    expect(await readFavouriteNames()).toEqual(["Østby"]);
    serverFavourites = new Set([bob]);
    await sync();
    expect(await readFavouriteNames()).toEqual(["Adams"]);
  });

  it("that was changed while the contacts were fetched stays", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    await drain(phone.device);
    isLost = true;
    expect((await sync()).code).toBe("error");
    expect(await readFavouriteNames()).toEqual(["Østby"]);
  });
});

describe("Two engineers on one phone", () => {
  it("never see each other's favourites, also offline", async () => {
    serverFavourites = new Set([bob]);
    await sync();
    await markFavourite(phone.device, ann, true);
    expect(await readFavouriteNames()).toEqual(["Adams", "Østby"]);
    await signInAs(other);
    expect(await readFavouriteNames()).toEqual([]);
    await signInAs(owner);
    expect(await readFavouriteNames()).toEqual(["Adams", "Østby"]);
  });

  it("see their own in the open list and in the next, also where the contacts are the same", async () => {
    contactsDate = "never changed";
    serverFavourites = new Set([bob]);
    await sync();
    const openList = await readContacts(phone.device);
    const before = await readContactsVersion(phone.device);
    expect(await listFavouriteNames(openList)).toEqual(["Adams"]);
    await signInAs(other);
    serverFavourites = new Set([ann]);
    await sync();
    expect(await listFavouriteNames(openList)).toEqual([]);
    expect(await readContactsVersion(phone.device)).not.toBe(before);
    expect(await readFavouriteNames()).toEqual(["Østby"]);
  });

  it("get the contacts again when the other signs in, and once is enough", async () => {
    await sync();
    await sync();
    await signInAs(other);
    await sync();
    await sync();
    expect(requestedDates).toEqual([null, "1", null, "3"]);
  });
});
