import { getMileage, type MileageRecord } from "@fieldfare/contract";
import { blankMileage } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addMileage, removeMileage, updateMileage } from "../actions/mileage.ts";
import type { Device } from "../device.ts";
import { drain } from "../outbox/sender.ts";
import { readMileage } from "../reading/mileage.ts";
import {
  aFakeServer,
  aSignedInPhone,
  html,
  json,
  type FakeServer,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { refreshMileage } from "./mileage.ts";
import { signInOther } from "../testing/node-device.ts";

const noon = "2026-07-01T12:00:00.000Z";
const id = "0190a000-0000-7000-8000-000000000061";

let fakeServer: FakeServer;
let phone: SignedInPhone;
let device: Device;
let list: MileageRecord[];
/** Runs while the list is on its way: after it was made, before it arrives. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  fakeServer = aFakeServer();
  list = [];
  meanwhile = () => Promise.resolve();
  fakeServer.answer = (path) => {
    if (path !== getMileage.path) return undefined;
    const made = json(list);
    return meanwhile().then(() => made);
  };
  phone = await aSignedInPhone(fakeServer, { now: () => new Date(noon) });
  ({ device } = phone);
  await record(true);
});
afterEach(() => phone.kill());

async function record(recordsMileage: boolean) {
  const row = await device.database.token.get(1);
  if (row) await device.database.token.put({ ...row, claims: { ...row.claims, recordsMileage } });
}

const aServerRecord = (of: Partial<MileageRecord> = {}): MileageRecord => ({
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
const readShown = () => readMileage(device);
const addRecord = async (currentMileage: string) => {
  const added = await addMileage(device, {
    ...blankMileage,
    currentMileage,
    registration: "YK21 FLD",
  });
  if (!added.ok) throw new Error(added.refusal);
  return added.value.clientFieldOperativeMileageId;
};

describe("The server's list", () => {
  it("is stored on the device, for its engineer", async () => {
    list = [aServerRecord()];
    await refreshMileage(device);
    expect(await device.database.mileage.toArray()).toEqual([aServerRecord()]);
  });

  it("is not fetched where no mileage is recorded, or nobody is signed in", async () => {
    await record(false);
    await refreshMileage(device);
    await device.database.token.clear();
    await refreshMileage(device);
    expect(fakeServer.requestedPaths).not.toContain(getMileage.path);
  });

  it.each([
    ["offline", () => Promise.reject(new TypeError("fetch failed"))],
    ["a portal", () => Promise.resolve(html())],
    ["a failing server", () => Promise.resolve(html(500))],
    ["malformed", () => Promise.resolve(json([{ ...aServerRecord(), currentMileage: "many" }]))],
    ["a refusal", () => Promise.resolve(refusal(403, "forbidden"))],
  ])("that fails by %s leaves the local list, without a message", async (_name, answer) => {
    list = [aServerRecord()];
    await refreshMileage(device);
    const eventKinds: string[] = [];
    device.events.on(({ kind }) => eventKinds.push(kind));
    fakeServer.answer = (path) => (path === getMileage.path ? answer() : undefined);
    await refreshMileage(device);
    expect(await readShown()).toEqual([aServerRecord()]);
    expect(eventKinds).toEqual([]);
  });

  it("for an engineer who has signed out meanwhile is dropped", async () => {
    list = [aServerRecord()];
    meanwhile = async () => {
      await signInOther(device, id);
    };
    const { database: own } = device;
    await refreshMileage(device);
    expect(await own.mileage.toArray()).toEqual([]);
    expect(await device.database.mileage.toArray()).toEqual([]);
  });
});

describe("What the server did not know when it made its list", () => {
  it("added: stays, and is there once", async () => {
    const recordId = await addRecord("48100");
    await refreshMileage(device);
    expect(await readShown()).toMatchObject([{ clientFieldOperativeMileageId: recordId }]);
  });

  it("removed: is not restored", async () => {
    list = [aServerRecord()];
    await refreshMileage(device);
    await removeMileage(device, id);
    await refreshMileage(device);
    expect(await readShown()).toEqual([]);
  });

  it("removed and sent while the list was on its way: is not restored", async () => {
    list = [aServerRecord()];
    await refreshMileage(device);
    meanwhile = async () => {
      await removeMileage(device, id);
      await drain(device);
    };
    await refreshMileage(device);
    expect(fakeServer.received.map(({ type }) => type)).toEqual(["MileageRemove"]);
    expect(await readShown()).toEqual([]);
  });

  it("added, changed and sent while the list was on its way: keeps the change and gets its id", async () => {
    const recordId = await addRecord("48100");
    await drain(device);
    list = [
      aServerRecord({
        clientFieldOperativeMileageId: recordId,
        currentMileage: 48_100,
        modifiedOn: noon,
        fieldOperativeMileageId: 62,
      }),
    ];
    meanwhile = async () => {
      await updateMileage(device, recordId, "48200");
      await drain(device);
    };
    await refreshMileage(device);
    expect(await readShown()).toMatchObject([
      { currentMileage: 48_200, fieldOperativeMileageId: 62 },
    ]);
  });

  it("two lists at a time never cross: the second is fetched after the first", async () => {
    list = [aServerRecord()];
    let open = 0;
    let maxOpen = 0;
    meanwhile = async () => {
      maxOpen = Math.max(maxOpen, (open += 1));
      await Promise.resolve();
      open -= 1;
    };
    await Promise.all([refreshMileage(device), refreshMileage(device)]);
    expect(maxOpen).toBe(1);
  });
});
