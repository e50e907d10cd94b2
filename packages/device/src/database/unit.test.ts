import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { advanceJob } from "../actions/job-life.ts";
import { aJobRow } from "../testing/builders.ts";
import { aFakeServer, aSignedInPhone, owner, type SignedInPhone } from "../testing/fake-server.ts";
import { aJobId, readQueued } from "../testing/queueing.ts";
import { reserveSpace } from "./reserved-space.ts";

const jobId = aJobId(1);

let phone: SignedInPhone;
/** Whether the full device refuses this write; the first one has number 1. */
let refusesWrite: (write: number) => boolean;
let writes = 0;
beforeEach(async () => {
  refusesWrite = () => false;
  phone = await aSignedInPhone(aFakeServer(), {
    at(point) {
      if (point !== "write") return;
      writes += 1;
      if (refusesWrite(writes)) throw new DOMException("The device is full", "QuotaExceededError");
    },
  });
  await phone.device.database.job.put(aJobRow({ jobId }));
  await reserveSpace(phone.device);
  writes = 0;
});
afterEach(() => phone.kill());

describe("A full device", () => {
  it("gives up its reserved space and tries again, so that a status always fits", async () => {
    refusesWrite = (write) => write === 1;
    expect(await advanceJob(phone.device, jobId, "New")).toMatchObject({ ok: true });
    refusesWrite = () => false;
    expect(await phone.device.shared.ballast.count()).toBe(0);
    expect(await readQueued(phone.device)).toEqual(["1.1"]);
    expect(phone.events).toContainEqual({ kind: "storage", state: "full" });
  });

  it("that is still full refuses with a reason and writes nothing", async () => {
    const before = phone.disk.journals.get(owner)?.entries.length;
    // The second write gives up the reserved space.
    refusesWrite = (write) => write !== 2;
    expect(await advanceJob(phone.device, jobId, "New")).toEqual({
      ok: false,
      refusal: "storage-full",
    });
    refusesWrite = () => false;
    expect(await phone.device.database.job.get(jobId)).toMatchObject({ status: "New" });
    expect(await readQueued(phone.device)).toEqual([]);
    expect(phone.disk.journals.get(owner)?.entries.length).toBe(before);
  });

  it("in the middle of an action undoes what the action had written", async () => {
    refusesWrite = (write) => write === 2 || (write > 3 && write % 2 === 1);
    expect(await advanceJob(phone.device, jobId, "New")).toMatchObject({ ok: false });
    refusesWrite = () => false;
    expect(await phone.device.database.job.get(jobId)).toMatchObject({ status: "New" });
    expect(await readQueued(phone.device)).toEqual([]);
  });
});

it("A journal that fails costs the second copy, not the work, and is reported", async () => {
  const failingPhone = await aSignedInPhone(aFakeServer(), {
    ports: (ports) => ({
      ...ports,
      openJournal: (ownerId) => ({
        ...(ports.openJournal as NonNullable<typeof ports.openJournal>)(ownerId),
        append: () => Promise.reject(new Error("The file is gone")),
      }),
    }),
  });
  await failingPhone.device.database.job.put(aJobRow({ jobId }));
  expect(await advanceJob(failingPhone.device, jobId, "New")).toMatchObject({ ok: true });
  expect(await readQueued(failingPhone.device)).toEqual(["1.1"]);
  expect(failingPhone.events).toContainEqual({ kind: "storage", state: "journal-unavailable" });
  failingPhone.kill();
});
