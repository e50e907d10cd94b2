import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeJob } from "../actions/closing.ts";
import { addPhoto } from "../actions/images.ts";
import { reserveSpace } from "../database/reserved-space.ts";
import { saveDraft } from "../drafts/drafts.ts";
import { aJobRow } from "../testing/builders.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  refusal,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { drain } from "./sender.ts";

let fakeServer: FakeServer;
let phone: SignedInPhone;
/** The device takes nothing more as long as its reserved space is not given up. */
let isFull: boolean;
/** The device takes nothing more, whatever is given up. */
let isFilledUp: boolean;
beforeEach(async () => {
  isFull = false;
  isFilledUp = false;
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer, {
    at(point, needsSpace) {
      if (point === "write" && needsSpace && (isFull || isFilledUp))
        throw new DOMException("The device is full", "QuotaExceededError");
    },
    watch(changes) {
      if (changes.some(({ table, isRange }) => (table as string) === "ballast" && isRange))
        isFull = false;
    },
  });
  await queueStatuses(phone.device, [1, 2]);
  await reserveSpace(phone.device);
});
afterEach(() => phone.kill());

describe("A device that is full", () => {
  it("still sends its queue: the sender gives up the reserved space as well", async () => {
    isFull = true;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
    expect(phone.events).toContainEqual({ kind: "storage", state: "full" });
    expect(await readQueued(phone.device)).toEqual([]);
  });

  it("deletes receipted messages all the same", async () => {
    fakeServer.answer = (path) => {
      if (path === "/api/job/status") isFull = true;
      return undefined;
    };
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 });
    expect(await readQueued(phone.device)).toEqual([]);
  });

  it("says that it is full, and not that the server fails, while it cannot store a receipt", async () => {
    fakeServer.answer = (path) => {
      if (path === "/api/job/status") isFilledUp = true;
      return undefined;
    };
    expect(await drain(phone.device)).toEqual({ kind: "again", sent: 0, cause: "storage" });
    expect(phone.events.at(-1)).toEqual({ kind: "sending-lacks-space" });
    isFilledUp = false;
    fakeServer.answer = () => undefined;
    expect(await drain(phone.device)).toMatchObject({ kind: "empty" });
    expect(phone.events.at(-1)).toMatchObject({ kind: "drained" });
    expect(await readQueued(phone.device)).toEqual([]);
  });

  it("still counts a failed attempt and goes on", async () => {
    fakeServer.answer = (path) => {
      if (path !== "/api/job/status") return undefined;
      isFull = true;
      return refusal(400, "invalid");
    };
    await drain(phone.device);
    expect(await readQueued(phone.device)).toEqual(["1.1", "2.1"]);
    expect(await phone.device.database.parkedLane.count()).toBe(2);
  });
});

describe("A device whose reserved space was given up for a draft", () => {
  const jobId = aJobId(1);
  const takePhoto = () =>
    addPhoto(phone.device, { jobId, purpose: "job", file: new Blob(["one"]) });
  beforeEach(async () => {
    await phone.device.database.job.put(
      aJobRow({ jobId, status: "AccessGained", isSelected: true }),
    );
    isFull = true;
    await saveDraft(phone.device, jobId, "note", { description: "The first key" });
  });

  it("refuses a photo, which would take the space of the close", async () => {
    phone.device.shared.ballast.hook("creating", () => {
      throw new DOMException("The device is full", "QuotaExceededError");
    });
    expect(await phone.device.shared.ballast.count()).toBe(0);
    expect(await takePhoto()).toEqual({ ok: false, refusal: "storage-full" });
    expect(await phone.device.database.image.count()).toBe(0);
    const closed = await closeJob(phone.device, jobId, closeAnswers({ outcomeId: 5 }));
    expect(closed).toMatchObject({ ok: true });
  });

  it("reserves the space again before it takes a photo", async () => {
    expect(await takePhoto()).toMatchObject({ ok: true });
    expect(await phone.device.shared.ballast.count()).toBe(1);
  });
});
