import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { Caller } from "../../testing/caller.ts";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { aMessage, post } from "../../testing/messages.ts";
import { untilChangesAreListed } from "../../testing/settled-changes.ts";

let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer({ now: () => new Date("2026-11-23T12:00:00.000Z") });
  office = await server.office();
  await office.put("/api/office/holiday-years/2026", {
    dateFrom: "2026-04-01",
    dateTo: "2027-03-31",
    allowance: 25,
    nonWorkingDays: ["2026-12-28", "2026-12-25", "2026-12-25"],
  });
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

const days = [{ dateFrom: "2026-12-21", dateTo: "2026-12-31" }];

async function requestAbsence(given: object = {}, engineer = sam) {
  const id = randomUUID();
  const payload = {
    id,
    holidayYearId: 2026,
    type: "holiday",
    dayCount: 9,
    days,
    comment: "Family",
    changeTimestamp: "2026-11-23T11:00:00.000Z",
    ...given,
  };
  expect(await post(engineer, aMessage("AbsenceRequest", payload))).toMatchObject({ status: 200 });
  return (given as { id?: string }).id ?? id;
}

async function cancelAbsence(
  absenceRequestId: string,
  comment: string | null = null,
  engineer = sam,
) {
  const payload = { absenceRequestId, comment, changeTimestamp: "2026-11-23T11:30:00.000Z" };
  expect(await post(engineer, aMessage("AbsenceCancel", payload))).toMatchObject({ status: 200 });
}

interface Listed {
  readonly user: { readonly name: string };
  readonly holidayYears: readonly {
    readonly id: number;
    readonly isCurrent: boolean;
    readonly isSelected: boolean;
    readonly nonWorkingDays: readonly string[];
    readonly requests: readonly Record<string, unknown>[];
  }[];
}

async function readListed(engineer = sam) {
  const answer = await engineer.caller.get("/api/absence/absences");
  expect(answer.status).toBe(200);
  return answer.body as Listed;
}

const requests = async (engineer = sam) =>
  (await readListed(engineer)).holidayYears.flatMap((year) => year.requests);

const decideAbsence = (id: string, body: object) =>
  office.post(`/api/office/absences/${id}/decision`, body);

describe("Requesting an absence", () => {
  it("adds it as pending to its holiday year, with its days counted by the server's calendar", async () => {
    const id = await requestAbsence();
    const { user, holidayYears } = await readListed();
    expect(user.name).toBe("An engineer");
    expect(holidayYears.find((year) => year.id === 2026)).toMatchObject({
      isCurrent: true,
      isSelected: true,
      nonWorkingDays: ["2026-12-25", "2026-12-28"],
      requests: [
        {
          id,
          holidayYearId: 2026,
          type: "holiday",
          dayCount: 7,
          days,
          comment: "Family",
          status: 1,
          rejectReason: null,
          reviewerComment: null,
          cancelStatus: null,
        },
      ],
    });
  });

  it("twice under one id is one absence", async () => {
    const id = await requestAbsence();
    await requestAbsence({ id, comment: "Again" });
    expect(await requests()).toMatchObject([{ id, comment: "Family" }]);
  });

  it("with impossible days is stored as it was sent, and read like any other", async () => {
    const never = { dateFrom: "0001-01-01", dateTo: "9999-12-31" };
    const backwards = { dateFrom: "2026-12-31", dateTo: "2026-12-01" };
    const [first, second] = [
      await requestAbsence({ days: [never] }),
      await requestAbsence({ days: [backwards] }),
    ];
    expect(await requests()).toMatchObject([
      { id: first, days: [never], dayCount: 2_608_613 },
      { id: second, days: [backwards], dayCount: 0 },
    ]);
    const seen = await office.get(`/api/office/absences?fieldOperativeId=${sam.fieldOperativeId}`);
    expect(seen.body).toMatchObject([{ id: second }, { id: first }]);
  });

  it("before the office has set up a year shows it in a default year", async () => {
    const bare = await startInProcessServer();
    try {
      const alex = await bare.installed();
      const id = await requestAbsence({}, alex);
      expect((await readListed(alex)).holidayYears).toMatchObject([
        { isCurrent: true, isSelected: true, allowance: null, requests: [{ id, dayCount: 9 }] },
      ]);
    } finally {
      await bare.close();
    }
  });

  it("never lets another engineer see, change or cancel it", async () => {
    const alex = await server.installed();
    const id = await requestAbsence();
    await requestAbsence({ id, comment: "Mine now" }, alex);
    await cancelAbsence(id, null, alex);
    expect(await requests(alex)).toEqual([]);
    expect(await requests()).toMatchObject([{ id, comment: "Family", status: 1 }]);
  });

  test.each([
    [{ days: [] }],
    [{ days: [{ dateFrom: "2026-02-30", dateTo: "2026-03-01" }] }],
    [{ type: "sabbatical" }],
    [{ comment: "x".repeat(2001) }],
  ])("as %o is refused", async (given) => {
    const payload = {
      id: randomUUID(),
      holidayYearId: null,
      type: "holiday",
      dayCount: 1,
      days,
      comment: null,
      changeTimestamp: "2026-11-23T11:00:00.000Z",
      ...given,
    };
    const answer = await post(sam, aMessage("AbsenceRequest", payload));
    expect(answer).toMatchObject({ status: 400 });
  });
});

describe("The office", () => {
  it("approves, and the engineer sees it", async () => {
    const id = await requestAbsence();
    expect(await decideAbsence(id, { status: 2, reviewerComment: "Enjoy" })).toMatchObject({
      status: 200,
    });
    expect(await requests()).toMatchObject([{ status: 2, reviewerComment: "Enjoy" }]);
  });

  it("rejects with a reason", async () => {
    const id = await requestAbsence();
    expect(await decideAbsence(id, { status: 3 })).toMatchObject({ status: 400 });
    expect(await decideAbsence(id, { status: 3, rejectReason: "Too few of us" })).toMatchObject({
      status: 200,
    });
    expect(await requests()).toMatchObject([{ status: 3, rejectReason: "Too few of us" }]);
  });

  it("tells the engineer's phones what it decided, once for each decision", async () => {
    const told = async () => {
      const { body } = await sam.caller.get("/api/command");
      return (body as { commands: { type: string }[] }).commands.filter(
        ({ type }) => type === "AbsenceDecision",
      );
    };
    const approved = await requestAbsence();
    await decideAbsence(approved, { status: 2, reviewerComment: "Enjoy" });
    await decideAbsence(approved, { status: 2, reviewerComment: "Enjoy" });
    const rejected = await requestAbsence({
      type: "unpaid",
      days: [{ dateFrom: "2027-01-11", dateTo: "2027-01-12" }],
    });
    await decideAbsence(rejected, { status: 3, rejectReason: "Too few of us" });
    await cancelAbsence(approved, "It is off");
    const decideCancel = (body: object) =>
      office.post(`/api/office/absences/${approved}/cancellation`, body);
    expect(await decideCancel({ cancelStatus: 2 })).toMatchObject({ status: 200 });
    expect(await told()).toMatchObject([
      {
        absenceRequestId: approved,
        decision: "approved",
        absenceType: "holiday",
        days,
        reason: "Enjoy",
      },
      {
        absenceRequestId: rejected,
        decision: "rejected",
        absenceType: "unpaid",
        reason: "Too few of us",
      },
      { absenceRequestId: approved, decision: "cancellation-approved", reason: null },
    ]);
  });

  it("decides once", async () => {
    const id = await requestAbsence();
    await decideAbsence(id, { status: 2 });
    expect(await decideAbsence(id, { status: 2 })).toMatchObject({ status: 200 });
    expect(await decideAbsence(id, { status: 3, rejectReason: "No" })).toMatchObject({
      status: 409,
    });
  });

  it("sees by how many days the allowance is exceeded, at the request that exceeds it", async () => {
    const request = (dateFrom: string, dateTo: string, given: object = {}) =>
      requestAbsence({ days: [{ dateFrom, dateTo }], ...given });
    await request("2026-04-06", "2026-05-01");
    await request("2026-05-04", "2026-05-08", { type: "sickness" });
    const exceeding = await request("2026-12-01", "2026-12-10");
    const rejected = await request("2027-01-11", "2027-01-12");
    await decideAbsence(rejected, { status: 3, rejectReason: "No" });
    const query = `/api/office/absences?fieldOperativeId=${sam.fieldOperativeId}`;
    const flagged = async () =>
      ((await office.get(query)).body as { id: string; flags: string[] }[])
        .filter(({ flags }) => flags.length > 0)
        .map(({ id, flags }) => ({ id, flags }));
    expect(await flagged()).toEqual([
      { id: exceeding, flags: ["absence: allowance-exceeded-by-3"] },
    ]);
    await cancelAbsence(exceeding);
    expect(await flagged()).toEqual([]);
  });

  it("sees who requested it, and what overlaps", async () => {
    const first = await requestAbsence();
    const second = await requestAbsence({
      days: [{ dateFrom: "2026-12-31", dateTo: "2027-01-04" }],
    });
    const query = `/api/office/absences?fieldOperativeId=${sam.fieldOperativeId}`;
    const { body } = await office.get(query);
    expect(body).toMatchObject([
      { id: second, operativeName: "An engineer", overlaps: [first] },
      { id: first, overlaps: [second], requestedOn: "2026-11-23T11:00:00.000Z" },
    ]);
    const pending = await office.get(`${query}&status=2`);
    expect(pending.body).toEqual([]);
  });

  it("reads what has changed since, in the order of the changes", async () => {
    const ids: string[] = [];
    for (const month of [1, 2, 3]) {
      const day = `2026-0${month}-05`;
      ids.push(await requestAbsence({ days: [{ dateFrom: day, dateTo: day }] }));
    }
    const query = `/api/office/absences?fieldOperativeId=${sam.fieldOperativeId}`;
    const read = async (more: string) => {
      await untilChangesAreListed(server.database);
      return (await office.get(`${query}${more}`)).body as { id: string; changedOn: string }[];
    };
    const all = await read("&changedSince=2020-01-01T00:00:00.000Z");
    expect(all.map(({ id }) => id)).toEqual(ids);
    const decided = await office.post(`/api/office/absences/${ids[0]}/decision`, { status: 2 });
    expect(decided.status).toBe(200);
    const last = all.at(-1)?.changedOn ?? "";
    const changed = await read(`&changedSince=${last}`);
    expect(changed.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    expect(await read(`&changedSince=${last}&limit=1`)).toEqual(changed);
    expect(await read(`&changedSince=${last}&status=2`)).toEqual(changed.slice(1));
    expect(await read(`&changedSince=${changed[1]?.changedOn}`)).toEqual(changed.slice(1));
    expect(
      await office.get(`/api/office/absences?changedSince=${last}&after=${ids[0]}`),
    ).toMatchObject({ status: 400, body: { issues: [{ path: "after" }] } });
  });

  it("reads the list page by page, the latest first", async () => {
    const ids: string[] = [];
    for (let month = 1; month <= 3; month += 1) {
      const day = `2026-0${month}-05`;
      ids.unshift(await requestAbsence({ days: [{ dateFrom: day, dateTo: day }] }));
    }
    const query = `/api/office/absences?fieldOperativeId=${sam.fieldOperativeId}&limit=2`;
    const read = async (after: string) =>
      ((await office.get(`${query}${after}`)).body as { id: string }[]).map(({ id }) => id);
    expect(await read("")).toEqual(ids.slice(0, 2));
    expect(await read(`&after=${ids[1]}`)).toEqual(ids.slice(2));
    expect(await read(`&after=${ids[2]}`)).toEqual([]);
    expect(await office.get(`${query}&after=${randomUUID()}`)).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ path: "after" }] },
    });
  });

  it("cannot set up years that overlap", async () => {
    const answer = await office.put("/api/office/holiday-years/2027", {
      dateFrom: "2027-03-31",
      dateTo: "2028-03-31",
      allowance: null,
      nonWorkingDays: [],
    });
    expect(answer).toMatchObject({ status: 409 });
  });

  it("is the only one who may decide", async () => {
    const id = await requestAbsence();
    const answer = await sam.caller.post(`/api/office/absences/${id}/decision`, { status: 2 });
    expect(answer).toMatchObject({ status: 403 });
  });
});

describe("Cancelling", () => {
  it("a pending one removes it", async () => {
    const id = await requestAbsence();
    await cancelAbsence(id);
    expect(await requests()).toEqual([]);
    expect(await decideAbsence(id, { status: 2 })).toMatchObject({ status: 409 });
  });

  it("an approved one waits for the office", async () => {
    const id = await requestAbsence();
    await decideAbsence(id, { status: 2 });
    await cancelAbsence(id, "Plans changed");
    expect(await requests()).toMatchObject([{ id, status: 2, cancelStatus: 1 }]);
    const waiting = await office.get(
      `/api/office/absences?cancelling=true&fieldOperativeId=${sam.fieldOperativeId}`,
    );
    expect(waiting.body).toMatchObject([{ id, cancelComment: "Plans changed", flags: [] }]);
  });

  it("an approved one without a comment waits as well, and the office sees that it has none", async () => {
    const [approved, pending] = [
      await requestAbsence(),
      await requestAbsence({ days: [{ dateFrom: "2027-01-11", dateTo: "2027-01-12" }] }),
    ];
    await decideAbsence(approved, { status: 2 });
    await cancelAbsence(approved);
    await cancelAbsence(pending);
    const seen = await office.get(`/api/office/absences?fieldOperativeId=${sam.fieldOperativeId}`);
    expect(seen.body).toMatchObject([
      { id: pending, flags: [] },
      { id: approved, cancelStatus: 1, flags: ["absence: comment-missing"] },
    ]);
  });

  it("is granted or refused by the office", async () => {
    const [granted, refused] = [
      await requestAbsence(),
      await requestAbsence({ days: [{ dateFrom: "2027-01-11", dateTo: "2027-01-12" }] }),
    ];
    for (const id of [granted, refused]) {
      await decideAbsence(id, { status: 2 });
      await cancelAbsence(id, "Plans changed");
    }
    const decide = (id: string, cancelStatus: number) =>
      office.post(`/api/office/absences/${id}/cancellation`, { cancelStatus });
    expect(await decide(granted, 2)).toMatchObject({ status: 200 });
    expect(await decide(refused, 3)).toMatchObject({ status: 200 });
    expect(await decide(refused, 2)).toMatchObject({
      status: 409,
      body: { detail: "It has already been decided that the absence stays" },
    });
    expect(await decide(granted, 3)).toMatchObject({
      status: 409,
      body: { detail: "The absence has already been cancelled" },
    });
    expect(await requests()).toMatchObject([{ id: refused, status: 2, cancelStatus: 3 }]);
  });
});

describe("Documents about absences", () => {
  const pdf = Buffer.from("%PDF-1.7 a document").toString("base64");
  const add = (body: object) => office.post("/api/office/absence-documents", body);

  it("are for everybody or for one engineer", async () => {
    const alex = await server.installed();
    await add({ name: "Policy", fieldOperativeId: null, pdf });
    const { body } = await add({
      name: "Self-certificate",
      fieldOperativeId: sam.fieldOperativeId,
      pdf,
    });
    const { documentId } = body as { documentId: string };
    const names = async ({ caller }: InstalledEngineer) =>
      ((await caller.get("/api/absence/documents")).body as { name: string }[]).map(
        (row) => row.name,
      );
    expect(await names(sam)).toEqual(["Self-certificate", "Policy"]);
    expect(await names(alex)).toEqual(["Policy"]);
    const path = `/api/absence/documents/${documentId}`;
    expect(await sam.caller.get(path)).toMatchObject({ status: 200 });
    expect(await alex.caller.get(path)).toMatchObject({ status: 404 });
    expect(await office.delete(`/api/office/absence-documents/${documentId}`)).toMatchObject({
      status: 200,
    });
    expect(await sam.caller.get(path)).toMatchObject({ status: 404 });
  });

  it("are PDFs", async () => {
    const bad = Buffer.from("<script>").toString("base64");
    expect(await add({ name: "Bad", fieldOperativeId: null, pdf: bad })).toMatchObject({
      status: 400,
    });
  });
});

interface Calendar {
  readonly month: string;
  readonly nonWorkingDays: readonly string[];
  readonly engineers: readonly { readonly fieldOperativeId: string; readonly name: string }[];
  readonly absences: readonly { readonly id: string; readonly isCancelling: boolean }[];
  readonly toDecide: readonly {
    readonly absence: { readonly id: string };
    readonly daysLeft: number | null;
    readonly others: readonly { readonly id: string }[];
    readonly plannedJobs: number;
  }[];
}

async function readCalendar(query = "") {
  const answer = await office.get(`/api/office/absence-calendar${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Calendar;
}

describe("The calendar of the team", () => {
  it("has the pending and approved absences of the month with its bank holidays, and no rejected or withdrawn one", async () => {
    const approved = await requestAbsence();
    await decideAbsence(approved, { status: 2 });
    const pending = await requestAbsence({
      days: [{ dateFrom: "2026-11-30", dateTo: "2026-12-01" }],
    });
    const rejected = await requestAbsence({
      days: [{ dateFrom: "2026-12-03", dateTo: "2026-12-03" }],
    });
    await decideAbsence(rejected, { status: 3, rejectReason: "Too many are away" });
    const withdrawn = await requestAbsence({
      days: [{ dateFrom: "2026-12-04", dateTo: "2026-12-04" }],
    });
    await cancelAbsence(withdrawn);
    const earlier = await requestAbsence({
      days: [{ dateFrom: "2026-11-27", dateTo: "2026-11-27" }],
    });
    const own = ({ absences }: Calendar) =>
      absences
        .filter(({ id }) => [approved, pending, rejected, withdrawn, earlier].includes(id))
        .map(({ id }) => id);

    const december = await readCalendar("?month=2026-12");
    expect(own(december)).toEqual([approved, pending]);
    expect(december).toMatchObject({
      month: "2026-12",
      nonWorkingDays: ["2026-12-25", "2026-12-28"],
    });
    expect(december.engineers).toContainEqual(
      expect.objectContaining({ fieldOperativeId: sam.fieldOperativeId, isDisabled: false }),
    );
    expect(own(await readCalendar())).toEqual([pending, earlier]);
    expect((await office.get("/api/office/absence-calendar?month=2026-13")).status).toBe(400);
  });

  it("says of a request what is left of the allowance without it, who else is away and which jobs are planned", async () => {
    const taken = await requestAbsence({
      days: [{ dateFrom: "2027-02-01", dateTo: "2027-02-05" }],
    });
    await decideAbsence(taken, { status: 2 });
    const asked = await requestAbsence({
      days: [{ dateFrom: "2027-02-08", dateTo: "2027-02-12" }],
    });
    const sickness = await requestAbsence({
      type: "sickness",
      days: [{ dateFrom: "2026-11-24", dateTo: "2026-11-24" }],
    });
    const outside = await requestAbsence({
      days: [{ dateFrom: "2100-01-04", dateTo: "2100-01-05" }],
    });
    const colleague = await server.installed();
    const other = await requestAbsence(
      { days: [{ dateFrom: "2027-02-12", dateTo: "2027-02-15" }] },
      colleague,
    );
    for (const appointmentDateTime of ["2027-02-09T09:00:00.000Z", "2027-02-13T00:00:00.000Z"])
      await office.post(
        "/api/office/jobs",
        aDraft({ fieldOperativeId: sam.fieldOperativeId, appointmentDateTime }),
      );

    const { toDecide } = await readCalendar();
    const find = (id: string) => toDecide.find(({ absence }) => absence.id === id);
    expect(find(asked)).toMatchObject({ daysLeft: 20, plannedJobs: 1 });
    const away = find(asked)?.others.map(({ id }) => id);
    expect(away).toContain(other);
    expect(away).not.toContain(taken);
    expect(find(sickness)).toMatchObject({ daysLeft: null, plannedJobs: 0 });
    expect(find(outside)).toMatchObject({ daysLeft: null });
    expect(find(taken)).toBeUndefined();
  });

  it("has what is to be decided by the first day, the nearest first, and what is over last", async () => {
    const colleague = await server.installed();
    const request = (...days: { dateFrom: string; dateTo: string }[]) =>
      requestAbsence({ days }, colleague);
    const inYear = await request({ dateFrom: "2027-11-08", dateTo: "2027-11-08" });
    const over = await request({ dateFrom: "2026-10-01", dateTo: "2026-10-02" });
    const inTwoParts = await request(
      { dateFrom: "2026-12-21", dateTo: "2026-12-22" },
      { dateFrom: "2026-11-26", dateTo: "2026-11-26" },
    );
    const ofToday = await request({ dateFrom: "2026-11-23", dateTo: "2026-11-23" });
    const { toDecide } = await readCalendar();
    const order = toDecide.map(({ absence }) => absence.id);
    const own = new Set([inYear, over, inTwoParts, ofToday]);
    expect(order.filter((id) => own.has(id))).toEqual([ofToday, inTwoParts, inYear, over]);
  });

  it("has an approved absence among what is to be decided while its cancellation waits", async () => {
    const id = await requestAbsence();
    await decideAbsence(id, { status: 2 });
    await cancelAbsence(id, "Plans changed");
    const { absences, toDecide } = await readCalendar("?month=2026-12");
    expect(absences.find((one) => one.id === id)).toMatchObject({ isCancelling: true });
    expect(toDecide.find(({ absence }) => absence.id === id)).toMatchObject({
      absence: { status: 2, cancelStatus: 1, cancelComment: "Plans changed" },
    });
    await office.post(`/api/office/absences/${id}/cancellation`, { cancelStatus: 2 });
    const after = await readCalendar("?month=2026-12");
    expect(after.absences.some((one) => one.id === id)).toBe(false);
    expect(after.toDecide.some(({ absence }) => absence.id === id)).toBe(false);
  });
});
