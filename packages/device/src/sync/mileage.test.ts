import { getMileage, type MileageRecord } from "@fieldfare/contract";
import { blankMileage } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addMileage, removeMileage, updateMileage } from "../actions/mileage.ts";
import type { Device } from "../device.ts";
import { drain } from "../outbox/sender.ts";
import { readMileage } from "../reading/mileage.ts";
import {
  aPeer,
  aSignedInPhone,
  html,
  json,
  owner,
  type Peer,
  refusal,
  type SignedInPhone,
} from "../testing/peer.ts";
import { refreshMileage } from "./mileage.ts";

const noon = "2026-07-01T12:00:00.000Z";
const id = "0190a000-0000-7000-8000-000000000061";

let peer: Peer;
let phone: SignedInPhone;
let device: Device;
let list: MileageRecord[];
/** Runs while the list is under way: after it was made, before it arrives. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  peer = aPeer();
  list = [];
  meanwhile = () => Promise.resolve();
  peer.answer = (path) => {
    if (path !== getMileage.path) return undefined;
    const made = json(list);
    return meanwhile().then(() => made);
  };
  phone = await aSignedInPhone(peer, { now: () => new Date(noon) });
  ({ device } = phone);
  await record(true);
});
afterEach(() => phone.kill());

async function record(recordsMileage: boolean) {
  const row = await device.database.token.get(1);
  if (row) await device.database.token.put({ ...row, claims: { ...row.claims, recordsMileage } });
}

const there = (of: Partial<MileageRecord> = {}): MileageRecord => ({
  clientFieldOperativeMileageId: id,
  fieldOperativeMileageId: 61,
  vehicleId: null,
  registration: "YK21 FLD",
  currentMileage: 48_000,
  previousMileage: null,
  dateRecorded: "2026-07-01T08:00:00.000Z",
  createdOn: "2026-07-01T08:00:00.000Z",
  modifiedOn: "2026-07-01T08:00:00.000Z",
  ...of,
});
const shown = async () =>
  (await readMileage(device)).map(({ ownerId: _owner, ...record }) => record);
const add = async (currentMileage: string) => {
  const added = await addMileage(device, {
    ...blankMileage,
    currentMileage,
    registration: "YK21 FLD",
  });
  if (!added.ok) throw new Error(added.refusal);
  return added.value.clientFieldOperativeMileageId;
};

describe("The server's list", () => {
  it("comes onto the device, for its engineer", async () => {
    list = [there()];
    await refreshMileage(device);
    expect(await device.database.mileage.toArray()).toEqual([{ ...there(), ownerId: owner }]);
  });

  it("is not asked for where no mileage is recorded, or nobody is signed in", async () => {
    await record(false);
    await refreshMileage(device);
    await device.database.token.clear();
    await refreshMileage(device);
    expect(peer.asked).not.toContain(getMileage.path);
  });

  it.each([
    ["offline", () => Promise.reject(new TypeError("fetch failed"))],
    ["a portal", () => Promise.resolve(html())],
    ["a failing server", () => Promise.resolve(html(500))],
    ["nonsense", () => Promise.resolve(json([{ ...there(), currentMileage: "many" }]))],
    ["a refusal", () => Promise.resolve(refusal(403, "forbidden"))],
  ])("that fails by %s leaves what is here, and nothing is said", async (_name, answer) => {
    list = [there()];
    await refreshMileage(device);
    const told: string[] = [];
    device.events.on(({ kind }) => told.push(kind));
    peer.answer = (path) => (path === getMileage.path ? answer() : undefined);
    await refreshMileage(device);
    expect(await shown()).toEqual([there()]);
    expect(told).toEqual([]);
  });

  it("for somebody who has signed out meanwhile is nobody's", async () => {
    list = [there()];
    meanwhile = async () => {
      const row = await device.database.token.get(1);
      if (row) await device.database.token.put({ ...row, ownerId: id });
    };
    await refreshMileage(device);
    expect(await device.database.mileage.toArray()).toEqual([]);
  });
});

describe("What the server has not been told when it made its list", () => {
  it("added: stays, and is there once", async () => {
    const mine = await add("48100");
    await refreshMileage(device);
    expect(await shown()).toMatchObject([{ clientFieldOperativeMileageId: mine }]);
  });

  it("removed: does not come back", async () => {
    list = [there()];
    await refreshMileage(device);
    await removeMileage(device, id);
    await refreshMileage(device);
    expect(await shown()).toEqual([]);
  });

  it("removed and sent while the list was under way: does not come back", async () => {
    list = [there()];
    await refreshMileage(device);
    meanwhile = async () => {
      await removeMileage(device, id);
      await drain(device);
    };
    await refreshMileage(device);
    expect(peer.received.map(({ type }) => type)).toEqual(["MileageRemove"]);
    expect(await shown()).toEqual([]);
  });

  it("added, changed and sent while the list was under way: keeps the change and learns its id", async () => {
    const mine = await add("48100");
    await drain(device);
    list = [
      there({
        clientFieldOperativeMileageId: mine,
        currentMileage: 48_100,
        modifiedOn: noon,
        fieldOperativeMileageId: 62,
      }),
    ];
    meanwhile = async () => {
      await updateMileage(device, mine, "48200");
      await drain(device);
    };
    await refreshMileage(device);
    expect(await shown()).toMatchObject([{ currentMileage: 48_200, fieldOperativeMileageId: 62 }]);
  });

  it("two lists at a time never cross: the second is asked for after the first", async () => {
    list = [there()];
    let open = 0;
    let most = 0;
    meanwhile = async () => {
      most = Math.max(most, (open += 1));
      await Promise.resolve();
      open -= 1;
    };
    await Promise.all([refreshMileage(device), refreshMileage(device)]);
    expect(most).toBe(1);
  });
});
