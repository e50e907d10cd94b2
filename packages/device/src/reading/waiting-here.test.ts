import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  owner,
  ownerEmail,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { signInOther } from "../testing/node-device.ts";
import { anEngineerInside, type Engineer, jobId } from "../testing/engineer.ts";
import { aJobId, queueStatuses } from "../testing/queueing.ts";
import { saveDraft } from "../drafts/drafts.ts";
import { signInToDevice, signOut } from "../session/sign-in.ts";
import { hasOpenVisit, readWaitingHere, readWaitingOfOthers } from "./waiting-here.ts";

const pin = "280451";

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  phone = await aSignedInPhone(fakeServer);
  await signInToDevice(phone.device, { email: ownerEmail, pin });
});
afterEach(() => phone.kill());

describe("What waits on this phone", () => {
  it("is counted while its engineer is signed in, and is sent", async () => {
    expect(await readWaitingHere(phone.device)).toEqual({ count: 0, isSent: true });
    await queueStatuses(phone.device, [1, 2]);
    expect(await readWaitingHere(phone.device)).toEqual({ count: 2, isSent: true });
  });

  it("is counted after a sign-out too, and waits for the next sign-in", async () => {
    await queueStatuses(phone.device, [1]);
    await signOut(phone.device);
    expect(await readWaitingHere(phone.device)).toEqual({ count: 1, isSent: false });
  });

  it("waits for a sign-in after one without a network whose PIN is no longer in memory", async () => {
    await queueStatuses(phone.device, [1]);
    await signOut(phone.device);
    fakeServer.isOnline = false;
    await signInToDevice(phone.device, { email: ownerEmail, pin });
    expect(await readWaitingHere(phone.device)).toEqual({ count: 1, isSent: true });
    phone.device.pending.credentials = null;
    expect(await readWaitingHere(phone.device)).toEqual({ count: 1, isSent: false });
  });
});

describe("What waits for the sign-in of another engineer", () => {
  it("is counted for the engineer who is signed in, and no longer for its engineer", async () => {
    const other = aJobId(9);
    await queueStatuses(phone.device, [1, 2]);
    expect(await readWaitingOfOthers(phone.device)).toEqual([]);
    await signInOther(phone.device, other);
    expect(await readWaitingHere(phone.device)).toMatchObject({ count: 0 });
    expect(await readWaitingOfOthers(phone.device)).toEqual([2]);
    await queueStatuses(phone.device, [3]);
    expect(await readWaitingOfOthers(phone.device)).toEqual([2]);
  });

  it("is nothing once it has been sent", async () => {
    await signInOther(phone.device, aJobId(9));
    expect(await readWaitingOfOthers(phone.device)).toEqual([]);
  });

  it("is not looked for where the data of the engineer is being wiped", async () => {
    const { device } = phone;
    await queueStatuses(device, [1]);
    await signInOther(device, aJobId(9));
    const wipe = {
      ownerId: owner,
      deviceId: owner,
      wipeId: owner,
      confirmationSecret: "",
      withoutSending: true,
      step: "deleting",
    } as const;
    await device.shared.setting.update(1, { wipes: [wipe] });
    expect(await readWaitingOfOthers(device)).toEqual([]);
  });
});

describe("A visit that has not ended", () => {
  let engineer: Engineer;
  beforeEach(async () => {
    engineer = await anEngineerInside();
  });
  afterEach(() => engineer.close());

  it("has what only this phone knows, also while nothing waits to be sent", async () => {
    expect(await hasOpenVisit(engineer.device)).toBe(true);
    await engineer.device.database.job.where("jobId").equals(jobId).modify({ status: "Closed" });
    expect(await hasOpenVisit(engineer.device)).toBe(false);
  });

  it("is no more than a text that was typed and not saved", async () => {
    await engineer.device.database.job.where("jobId").equals(jobId).modify({ status: "New" });
    expect(await hasOpenVisit(engineer.device)).toBe(false);
    await saveDraft(engineer.device, jobId, "note", { description: "Flue" });
    expect(await hasOpenVisit(engineer.device)).toBe(true);
  });
});
