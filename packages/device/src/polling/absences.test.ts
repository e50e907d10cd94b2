import type { AbsenceRequest } from "@fieldfare/contract";
import { signInOther } from "../testing/node-device.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cancelAbsence, requestAbsence } from "../actions/absences.ts";
import { drain } from "../outbox/sender.ts";
import { readAbsences } from "../reading/absences.ts";
import {
  aFakeServer,
  aSignedInPhone,
  owner,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { refreshAbsences } from "./absences.ts";

const at = "2026-11-23T12:00:00.000Z";
const approvedId = "0190a000-0000-7000-8000-00000000ab01";

let fakeServer: FakeServer;
let phone: SignedInPhone;
let serverAbsences: AbsenceRequest[];
/** Called while the server's answer is on its way. */
let beforeAnswer: () => Promise<unknown>;

beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer, { now: () => new Date(at) });
  serverAbsences = [];
  beforeAnswer = () => Promise.resolve();
  fakeServer.answer = (path) => (path === "/api/absence/absences" ? answer() : undefined);
});
afterEach(() => phone.kill());

async function answer() {
  const year = {
    id: 2026,
    dateFrom: "2026-04-01",
    dateTo: "2027-03-31",
    allowance: 25,
    nonWorkingDays: ["2026-12-25"],
    isSelected: true,
    isCurrent: true,
    requests: serverAbsences,
  };
  const body = JSON.stringify({ user: { name: "Sam" }, holidayYears: [year] });
  await beforeAnswer();
  return new Response(body, { headers: { "content-type": "application/json" } });
}

function anAbsence(given: Partial<AbsenceRequest> = {}): AbsenceRequest {
  return {
    id: approvedId,
    holidayYearId: 2026,
    type: "holiday",
    dayCount: 2,
    days: [{ dateFrom: "2027-01-11", dateTo: "2027-01-12" }],
    comment: null,
    status: 2,
    rejectReason: null,
    reviewerComment: null,
    cancelStatus: null,
    ...given,
  };
}

const answers = { dateFrom: "2026-12-21", dateTo: "2026-12-31", comment: " Family " };
const requestHoliday = (given = {}) =>
  requestAbsence(phone.device, "holiday", { ...answers, ...given });
const readShown = async () => (await readAbsences(phone.device)).absences;

async function requestHolidayId() {
  const requested = await requestHoliday();
  if (!requested.ok) throw new Error(requested.refusal);
  return requested.value.id;
}

describe("A request made offline", () => {
  it("is stored, shown as not sent, and sent later", async () => {
    fakeServer.isOnline = false;
    const id = await requestHolidayId();
    expect(await readShown()).toMatchObject([{ id, status: 1, comment: "Family", isUnsent: true }]);
    fakeServer.isOnline = true;
    await drain(phone.device);
    expect(fakeServer.received.map(({ type, payload }) => ({ type, payload }))).toEqual([
      {
        type: "AbsenceRequest",
        payload: {
          id,
          holidayYearId: null,
          type: "holiday",
          dayCount: 9,
          days: [{ dateFrom: "2026-12-21", dateTo: "2026-12-31" }],
          comment: "Family",
          changeTimestamp: at,
        },
      },
    ]);
    expect(await readShown()).toMatchObject([{ id, isUnsent: false }]);
  });

  it("counts its days by the year's calendar once the server has sent it", async () => {
    await refreshAbsences(phone.device);
    await requestHolidayId();
    expect(await readShown()).toMatchObject([{ holidayYearId: 2026, dayCount: 8 }]);
  });

  it("with a validation issue is refused and writes nothing", async () => {
    expect(await requestHoliday({ dateTo: "2026-12-01" })).toEqual({
      ok: false,
      refusal: "date-to-before-from",
    });
    expect(await readShown()).toEqual([]);
    expect(await phone.device.database.messageQueue.count()).toBe(0);
  });

  it("is refused where it overlaps another one", async () => {
    await requestHolidayId();
    expect(await requestHoliday()).toEqual({ ok: false, refusal: "overlaps" });
  });

  it("and its cancellation keep their order", async () => {
    const id = await requestHolidayId();
    expect(await cancelAbsence(phone.device, id, "")).toEqual({ ok: true, value: "removed" });
    expect(await readShown()).toEqual([]);
    const rows = await phone.device.database.messageQueue.orderBy("id").toArray();
    expect(rows.map(({ type, lane, laneNumber }) => [type, lane, laneNumber])).toEqual([
      ["AbsenceRequest", `${owner}:Absence`, 1],
      ["AbsenceCancel", `${owner}:Absence`, 2],
    ]);
  });
});

describe("The server's list", () => {
  it("is shown offline as last fetched", async () => {
    serverAbsences = [anAbsence()];
    expect(await refreshAbsences(phone.device)).toEqual({ ok: true, value: true });
    fakeServer.isOnline = false;
    expect(await refreshAbsences(phone.device)).toMatchObject({ ok: false });
    expect(await readAbsences(phone.device)).toMatchObject({
      years: [{ id: 2026, isCurrent: true }],
      absences: [{ id: approvedId, isUnsent: false }],
      seenOn: at,
    });
  });

  it("does not hide a request that has not been sent", async () => {
    const id = await requestHolidayId();
    serverAbsences = [anAbsence()];
    await refreshAbsences(phone.device);
    expect((await readShown()).map((row) => row.id).toSorted()).toEqual(
      [approvedId, id].toSorted(),
    );
  });

  it("does not hide a request that was sent while the answer was under way", async () => {
    const id = await requestHolidayId();
    beforeAnswer = () => drain(phone.device);
    await refreshAbsences(phone.device);
    expect(await readShown()).toMatchObject([{ id, isUnsent: false }]);
  });

  it("that was made before a request and a cancellation undoes neither", async () => {
    const pending = anAbsence({ status: 1 });
    serverAbsences = [pending];
    await refreshAbsences(phone.device);
    let id = "";
    beforeAnswer = async () => {
      beforeAnswer = () => Promise.resolve();
      id = await requestHolidayId();
      await cancelAbsence(phone.device, pending.id, "");
      await drain(phone.device);
    };
    await refreshAbsences(phone.device);
    expect(await readShown()).toMatchObject([{ id, isUnsent: false }]);
    serverAbsences = [];
    await refreshAbsences(phone.device);
    expect(await readShown()).toEqual([]);
  });

  it("does not undo a cancellation", async () => {
    serverAbsences = [anAbsence()];
    await refreshAbsences(phone.device);
    expect(await cancelAbsence(phone.device, approvedId, " ")).toEqual({
      ok: false,
      refusal: "comment-missing",
    });
    expect(await cancelAbsence(phone.device, approvedId, "Ill")).toEqual({
      ok: true,
      value: "requested",
    });
    await refreshAbsences(phone.device);
    expect(await readShown()).toMatchObject([{ status: 2, cancelStatus: 1, isUnsent: true }]);
    expect(await cancelAbsence(phone.device, approvedId, "Ill")).toEqual({
      ok: false,
      refusal: "already-cancelling",
    });
  });

  it("drops what the server no longer has", async () => {
    serverAbsences = [anAbsence()];
    await refreshAbsences(phone.device);
    serverAbsences = [];
    await refreshAbsences(phone.device);
    expect(await readShown()).toEqual([]);
  });
});

describe("Another engineer on the same phone", () => {
  it("sees and cancels none of it", async () => {
    const id = await requestHolidayId();
    await signInOther(phone.device, "0190a000-0000-7000-8000-00000000ffff");
    expect(await readAbsences(phone.device)).toEqual({ years: [], absences: [], seenOn: null });
    expect(await cancelAbsence(phone.device, id, "")).toEqual({ ok: false, refusal: "not-found" });
  });
});
