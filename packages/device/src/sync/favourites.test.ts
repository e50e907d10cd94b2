import type { DataRow } from "@fieldfare/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markFavourite } from "../actions/favourites.ts";
import { drain } from "../outbox/sender.ts";
import type { ContactList } from "../ports.ts";
import {
  isFavouriteIn,
  readContacts,
  readContactsState,
  readFavourites,
} from "../reading/contacts.ts";
import {
  aPeer,
  aSignedInPhone,
  json,
  owner,
  type Peer,
  type SignedInPhone,
} from "../testing/peer.ts";
import { runSync } from "./run.ts";

const other = "0190a000-0000-7000-8000-000000000002";
const [ann, bob] = [
  "0190a000-0000-7000-8000-0000000000c1",
  "0190a000-0000-7000-8000-0000000000c2",
] as const;

let peer: Peer;
let phone: SignedInPhone;
/** What the server has of the signed-in engineer's favourites, and the dates of contacts it was asked with. */
let marked: Set<string>;
let dates: (string | null | undefined)[];
let isLost: boolean;
/** What the server calls the state of its contacts: the same as long as nobody changes them. */
let state: string | null;

beforeEach(async () => {
  peer = aPeer();
  marked = new Set();
  dates = [];
  isLost = false;
  state = null;
  peer.answer = (path, init) => {
    if (path !== "/api/sync") return undefined;
    const asked = JSON.parse(init.body as string) as {
      data: { type: string; date: string | null }[];
    };
    dates.push(asked.data.find(({ type }) => type === "Contacts")?.date);
    if (isLost) return Promise.reject(new TypeError("fetch failed"));
    return json({
      syncSizeInMb: 1,
      isSyncRequired: true,
      isPartial: false,
      payload: [
        {
          type: "Contacts",
          date: state ?? `${dates.length}`,
          isFull: true,
          rows: [contact(ann, "Ann", "Østby"), contact(bob, "Bob", "Adams")],
          deletedIds: [],
        },
      ],
    });
  };
  phone = await aSignedInPhone(peer);
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
    isFavourite: marked.has(contactId),
    modifiedOn: "2026-01-05T09:00:00.000Z",
  };
}

const sync = () => runSync(phone.device, { asked: "user" });

/** Last names of those that are shown as favourites. */
async function favourites(): Promise<readonly string[]> {
  return markedIn(await readContacts(phone.device));
}

/** The same of a list that stands on the screen already. */
async function markedIn(list: ContactList): Promise<readonly string[]> {
  const known = await readFavourites(phone.device);
  return list.entries.filter(isFavouriteIn(list, known)).map(({ lastName }) => lastName);
}

async function signInAs(ownerId: string) {
  const row = await phone.device.database.token.get(1);
  if (row) await phone.device.database.token.put({ ...row, ownerId });
}

describe("A favourite", () => {
  it("is shown at once, and queued", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    expect(await favourites()).toEqual(["Østby"]);
    await markFavourite(phone.device, ann, false);
    expect(await favourites()).toEqual([]);
    const queued = await phone.device.database.messageQueue.toArray();
    expect(queued.map(({ type, payload }) => [type, payload])).toMatchObject([
      ["ContactFavouriteChange", { contactId: ann, isFavourite: true }],
      ["ContactFavouriteChange", { contactId: ann, isFavourite: false }],
    ]);
  });

  it("that is not sent yet stands, whatever a synchronisation brings", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    await sync();
    expect(await favourites()).toEqual(["Østby"]);
  });

  it("that the server has comes with the contacts from then on, and may change elsewhere", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    await drain(phone.device);
    marked = new Set([ann]);
    await sync();
    expect(await phone.device.database.contactFavourite.count()).toBe(0);
    expect(await favourites()).toEqual(["Østby"]);
    marked = new Set([bob]);
    await sync();
    expect(await favourites()).toEqual(["Adams"]);
  });

  it("that was changed while the contacts came stays", async () => {
    await sync();
    await markFavourite(phone.device, ann, true);
    await drain(phone.device);
    isLost = true;
    expect((await sync()).code).toBe("error");
    expect(await favourites()).toEqual(["Østby"]);
  });
});

describe("Two engineers on one phone", () => {
  it("never see each other's favourites, also offline", async () => {
    marked = new Set([bob]);
    await sync();
    await markFavourite(phone.device, ann, true);
    expect(await favourites()).toEqual(["Adams", "Østby"]);
    await signInAs(other);
    expect(await favourites()).toEqual([]);
    await signInAs(owner);
    expect(await favourites()).toEqual(["Adams", "Østby"]);
  });

  it("see their own in the list that stands and in the next, also where the contacts are the same", async () => {
    state = "never changed";
    marked = new Set([bob]);
    await sync();
    const standing = await readContacts(phone.device);
    const before = await readContactsState(phone.device);
    expect(await markedIn(standing)).toEqual(["Adams"]);
    await signInAs(other);
    marked = new Set([ann]);
    await sync();
    expect(await markedIn(standing)).toEqual([]);
    expect(await readContactsState(phone.device)).not.toBe(before);
    expect(await favourites()).toEqual(["Østby"]);
  });

  it("get the contacts anew when the other signs in, and once is enough", async () => {
    await sync();
    await sync();
    await signInAs(other);
    await sync();
    await sync();
    expect(dates).toEqual([null, "1", null, "3"]);
  });
});
