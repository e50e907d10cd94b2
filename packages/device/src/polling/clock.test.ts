import { ping } from "@fieldfare/contract";
import { blankMileage } from "@fieldfare/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addMileage } from "../actions/mileage.ts";
import { createDisk, type Disk } from "../testing/node-device.ts";
import {
  aFakeServer,
  aSignedInPhone,
  json,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { poll } from "./poll.ts";

/** The time that the fake server tells. */
const serverTime = Date.parse("2026-03-02T12:00:00.000Z");
const hourMs = 3_600_000;

let phone: SignedInPhone;
let phoneTime: number;
beforeEach(async () => {
  phoneTime = serverTime;
  phone = await aSignedInPhone(aFakeServer(), { now: () => new Date(phoneTime) });
});
afterEach(() => phone.kill());

it("A clock that is hours off is reported when the server answers, one that is right is not", async () => {
  const reportedHours: number[] = [];
  phone.device.events.on((event) => {
    if (event.kind === "clock-off") reportedHours.push(event.hours);
  });
  await poll(phone.device);
  expect(reportedHours).toEqual([]);
  phoneTime = serverTime - 3 * hourMs;
  await poll(phone.device);
  phoneTime = serverTime + 2 * hourMs;
  await poll(phone.device);
  expect(reportedHours).toEqual([3, -2]);
});

describe("What is recorded", () => {
  const minuteMs = 60_000;
  let peer: FakeServer;
  let disk: Disk;
  /** The true time; the fake server's clock is right. */
  let trueTime: number;
  let offMs: number;
  let miles = 48_000;

  async function open() {
    const options = { disk, now: () => new Date(trueTime - offMs) };
    phone.kill();
    phone = await aSignedInPhone(peer, options);
  }

  beforeEach(async () => {
    trueTime = serverTime;
    offMs = 0;
    peer = aFakeServer();
    peer.answer = (path) =>
      path === ping.path
        ? json({
            status: "ok",
            buildNumber: 1,
            serverTime: new Date(trueTime).toISOString(),
            epoch: "0190a000-0000-7000-8000-0000000000e1",
          })
        : undefined;
    disk = createDisk();
    await open();
  });

  async function heard() {
    peer.isOnline = true;
    await poll(phone.device);
    peer.isOnline = false;
  }

  /**
   * Returns by how many minutes the record and its message are dated wrongly, which is the same for
   * both.
   */
  async function recordedOff(): Promise<number> {
    const answers = {
      ...blankMileage,
      currentMileage: `${(miles += 10)}`,
      registration: "YK21 FLD",
    };
    const added = await addMileage(phone.device, answers);
    if (!added.ok) throw new Error(added.refusal);
    const message = await phone.device.database.messageQueue.orderBy("id").last();
    const { createdOn } = added.value;
    expect(message).toMatchObject({
      messageCreatedOn: createdOn,
      payload: { timestamp: createdOn, dateRecorded: createdOn },
    });
    const corrected = message?.clockCorrectionMs ?? 0;
    expect(Date.parse(createdOn)).toBe(trueTime - offMs + corrected);
    return (Date.parse(createdOn) - trueTime) / minuteMs;
  }

  it.each([3, -3])("is dated right once the server has answered, %s hours off", async (hours) => {
    offMs = hours * hourMs;
    await heard();
    expect(await recordedOff()).toBe(0);
    trueTime += 10 * minuteMs;
    expect(await recordedOff()).toBe(0);
  });

  it("keeps the phone's time while the server has not answered, and when it is off by less than five minutes", async () => {
    offMs = 3 * hourMs;
    expect(await recordedOff()).toBe(-180);
    offMs = 4 * minuteMs;
    await heard();
    expect(await recordedOff()).toBe(-4);
  });

  it.each([3, -3])(
    "is not made wrong by a clock that is set right without a network, %s hours off",
    async (hours) => {
      offMs = hours * hourMs;
      await heard();
      trueTime += minuteMs;
      offMs = 0;
      expect(await recordedOff()).toBe(0);
      trueTime += minuteMs;
      expect(await recordedOff()).toBe(0);
    },
  );

  it.each([3, -3])(
    "is dated the same by an app that is opened again, %s hours off",
    async (hours) => {
      offMs = hours * hourMs;
      await heard();
      trueTime += minuteMs;
      await open();
      expect(await recordedOff()).toBe(0);
      offMs = 0;
      await open();
      expect(await recordedOff()).toBe(0);
    },
  );

  it("is dated right once a clock that was set right is measured", async () => {
    offMs = 3 * hourMs;
    await heard();
    offMs = 0;
    await heard();
    trueTime += 5 * hourMs;
    expect(await recordedOff()).toBe(0);
  });

  it("never goes back when a phone that is behind sleeps for longer than it is off", async () => {
    offMs = 3 * hourMs;
    await heard();
    expect(await recordedOff()).toBe(0);
    trueTime += 4 * hourMs;
    // The phone cannot tell a clock that was set from one that slept.
    expect(await recordedOff()).toBe(-180);
    await heard();
    expect(await recordedOff()).toBe(0);
  });

  it("is not corrected by an answer during which the phone slept", async () => {
    const { answer } = peer;
    peer.answer = (path, init) => {
      const answered = answer(path, init);
      if (path === ping.path) trueTime += 2 * hourMs;
      return answered;
    };
    await heard();
    expect(await recordedOff()).toBe(0);
  });
});
