import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallAnswer } from "@fieldfare/contract";
import type { readBoard } from "@fieldfare/contract/office";
import type { Caller } from "../../testing/caller.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "../../testing/in-process.ts";
import { aMessage, aStatusChange, post } from "../../testing/messages.ts";
import type { TestJob } from "../../testing/people.ts";

type Board = CallAnswer<typeof readBoard>;

let server: InProcessServer;
let office: Caller;
let sam: InstalledEngineer;
let alex: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer({ now: () => new Date("2026-11-21T12:00:00.000Z") });
  office = await server.office();
});
beforeEach(async () => {
  [sam, alex] = await Promise.all([server.installed(), server.installed()]);
});
afterAll(() => server.close());

async function readDay(day?: string): Promise<Board> {
  const { body } = await office.get(`/api/office/board${day === undefined ? "" : `?day=${day}`}`);
  return body as Board;
}

async function planned(engineer: InstalledEngineer, at = "2026-11-21T09:00:00.000Z") {
  const job = await server.job(engineer);
  await server.rows("update job set appointment_date_time = $2 where job_id = $1", [job.jobId, at]);
  return job;
}

async function unassign({ jobId }: TestJob) {
  await server.rows("update job set field_operative_appointment_id = null where job_id = $1", [
    jobId,
  ]);
}

const find = ({ jobs }: Board, { jobId }: TestJob) => jobs.find((each) => each.jobId === jobId);

describe("The board of a day", () => {
  it("has the jobs of the day in London, from midnight to midnight, also on the days when the clocks change", async () => {
    const days = [
      [
        "2026-03-29",
        "2026-03-29T00:00:00.000Z",
        "2026-03-29T22:59:59.000Z",
        "2026-03-29T23:00:00.000Z",
      ],
      [
        "2026-10-25",
        "2026-10-24T23:00:00.000Z",
        "2026-10-25T23:59:59.000Z",
        "2026-10-26T00:00:00.000Z",
      ],
      [
        "2026-06-15",
        "2026-06-14T23:00:00.000Z",
        "2026-06-15T22:59:59.000Z",
        "2026-06-15T23:00:00.000Z",
      ],
    ] as const;
    for (const [day, first, last, after] of days) {
      const jobs = [await planned(sam, first), await planned(sam, last), await planned(sam, after)];
      const board = await readDay(day);
      expect({ day, isOn: jobs.map((job) => find(board, job) !== undefined) }).toEqual({
        day,
        isOn: [true, true, false],
      });
    }
  });

  it("says how far a visit is, and whether a phone has it", async () => {
    const job = await planned(sam);
    expect(find(await readDay(), job)).toMatchObject({
      status: "New",
      isOnPhone: false,
      fieldOperativeId: sam.fieldOperativeId,
      address: "1 Example Street, LS1 1AA",
      removal: null,
    });
    await post(sam, aStatusChange(job, "New"));
    await post(sam, aStatusChange(job, "Travelling"));
    expect(find(await readDay(), job)).toMatchObject({
      status: "Travelling",
      isOnPhone: true,
      statusTimestamps: { Travelling: "2026-11-21T10:00:00.000Z" },
    });
  });

  it("has what is under way today although it was planned for another day, and earlier jobs that nobody has", async () => {
    const yesterday = await planned(sam, "2026-11-20T09:00:00.000Z");
    const forgotten = await planned(sam, "2026-10-01T09:00:00.000Z");
    await unassign(forgotten);
    expect(find(await readDay(), yesterday)).toBeUndefined();
    await post(sam, aStatusChange(yesterday, "Travelling"));
    const board = await readDay();
    expect(find(board, yesterday)).toBeDefined();
    expect(find(board, forgotten)).toMatchObject({ fieldOperativeId: null });
    expect(board.hasMoreUnassigned).toBe(false);
    expect(find(await readDay("2026-11-22"), yesterday)).toBeUndefined();
    expect(find(await readDay("2026-09-30"), forgotten)).toBeUndefined();
  });

  it("says that the removal of a job was asked, until a phone answers", async () => {
    const job = await planned(sam);
    await post(sam, aStatusChange(job, "New"));
    const asked = await office.post(`/api/office/jobs/${job.jobId}/removal`, { force: true });
    const { commandId } = asked.body as { commandId: string };
    expect(find(await readDay(), job)?.removal).toMatchObject({ force: true });
    const answer = { commandId, outcome: "ignored", acknowledgedOn: "2026-11-21T11:00:00.000Z" };
    expect(await post(sam, aMessage("CommandAcknowledgement", answer))).toMatchObject({
      status: 200,
    });
    expect(find(await readDay(), job)?.removal).toBeNull();
  });

  it("has every engineer with absences and phones; a disabled one only with a job", async () => {
    await server.rows(
      `insert into absence (absence_id, field_operative_id, type, days, status, requested_on)
       select gen_random_uuid(), $1, 'holiday', days, status, now()
         from (values ('[{"dateFrom": "2026-11-20", "dateTo": "2026-11-21"}]'::jsonb, 2),
                      ('[{"dateFrom": "2026-11-22", "dateTo": "2026-11-23"}]', 2),
                      ('[{"dateFrom": "2026-11-21", "dateTo": "2026-11-21"}]', 3)) as x (days, status)`,
      [sam.fieldOperativeId],
    );
    await server.rows(
      `update device set unsent_messages = 2, unsent_since = '2026-11-21T10:00:00Z' where device_id = $1`,
      [sam.deviceId],
    );
    await office.post(`/api/office/operatives/${alex.fieldOperativeId}/disable`, {});
    const job = await planned(sam);
    const board = await readDay();
    const samsRow = board.engineers.find((each) => each.fieldOperativeId === sam.fieldOperativeId);
    expect(samsRow).toMatchObject({
      isDisabled: false,
      absences: [{ type: "holiday", status: 2 }],
      devices: [
        { deviceId: sam.deviceId, unsentMessages: 2, unsentSince: "2026-11-21T10:00:00.000Z" },
      ],
    });
    const ofSam = board.issues.filter((each) => each.fieldOperativeId === sam.fieldOperativeId);
    expect(ofSam.map(({ kind, jobId }) => [kind, jobId])).toEqual([
      ["absent", job.jobId],
      ["late-start", job.jobId],
      ["unsent-work", null],
    ]);
    const isListed = (each: Board) =>
      each.engineers.some(({ fieldOperativeId }) => fieldOperativeId === alex.fieldOperativeId);
    expect(isListed(board)).toBe(false);
    await planned(alex);
    expect(isListed(await readDay())).toBe(true);
  });

  it("answers some of its jobs alone, and leaves out those of other days", async () => {
    const [job, other] = [await planned(sam), await planned(sam, "2026-11-22T09:00:00.000Z")];
    const path = `/api/office/board/jobs?day=2026-11-21&jobIds=${job.jobId},${other.jobId}`;
    const { body } = await office.get(path);
    expect((body as { jobs: unknown[] }).jobs).toEqual([find(await readDay(), job)]);
  });
});

describe("Moving jobs", () => {
  const move = (jobId: string, to: InstalledEngineer, expected: object = {}) => ({
    jobId,
    fieldOperativeId: to.fieldOperativeId,
    appointmentDateTime: "2026-11-21T13:00:00.000Z",
    expected: {
      fieldOperativeId: sam.fieldOperativeId,
      appointmentDateTime: "2026-11-21T09:00:00.000Z",
      status: "New",
      ...expected,
    },
  });
  const send = (...moves: object[]) => office.post("/api/office/board/moves", { moves });

  it("gives a job to another engineer at another time, and swaps two", async () => {
    const [one, two] = [await planned(sam), await planned(alex)];
    const answer = await send(
      move(one.jobId, alex),
      move(two.jobId, sam, { fieldOperativeId: alex.fieldOperativeId }),
    );
    expect(answer).toMatchObject({ status: 200 });
    const board = await readDay();
    expect(find(board, one)).toMatchObject({
      fieldOperativeId: alex.fieldOperativeId,
      appointmentDateTime: "2026-11-21T13:00:00.000Z",
    });
    expect(find(board, two)).toMatchObject({ fieldOperativeId: sam.fieldOperativeId });
  });

  it("assigns a job that nobody has", async () => {
    const job = await planned(sam);
    await unassign(job);
    expect(await send(move(job.jobId, alex, { fieldOperativeId: null }))).toMatchObject({
      status: 200,
    });
    expect(find(await readDay(), job)).toMatchObject({ fieldOperativeId: alex.fieldOperativeId });
  });

  it("moves nothing when one of them has changed meanwhile, and says what it is now", async () => {
    const [one, two] = [await planned(sam), await planned(sam)];
    await post(sam, aStatusChange(two, "Travelling"));
    const begun = await send(move(one.jobId, alex), move(two.jobId, alex));
    expect(begun).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((begun.body as { detail: string }).detail).toContain("Travelling");
    expect(find(await readDay(), one)).toMatchObject({ fieldOperativeId: sam.fieldOperativeId });

    const otherOwner = await send(
      move(one.jobId, alex, { fieldOperativeId: alex.fieldOperativeId }),
    );
    expect((otherOwner.body as { detail: string }).detail).toMatch(
      /^Meanwhile An engineer has job/,
    );
    const otherTime = await send(
      move(one.jobId, alex, { appointmentDateTime: "2026-11-21T10:00:00.000Z" }),
    );
    expect((otherTime.body as { detail: string }).detail).toContain("Sat, 21 Nov 2026, 09:00");
  });

  it("leaves a job with the engineer who has gained access, unless it is forced", async () => {
    const [one, two] = [await planned(sam), await planned(sam)];
    for (const status of ["Travelling", "OnSite", "AccessGained"] as const)
      await post(sam, aStatusChange(two, status));
    const moves = (force: boolean) => [
      move(one.jobId, alex),
      { ...move(two.jobId, alex, { status: "AccessGained" }), force },
    ];
    expect(await send(...moves(false))).toMatchObject({ status: 409 });
    expect(find(await readDay(), one)).toMatchObject({ fieldOperativeId: sam.fieldOperativeId });
    expect(await send(...moves(true))).toMatchObject({ status: 200 });
    expect(find(await readDay(), two)).toMatchObject({ fieldOperativeId: alex.fieldOperativeId });
  });

  it("is refused for an engineer whose account has been disabled, and a new time for that engineer is not", async () => {
    const [job, alexsJob] = [await planned(sam), await planned(alex)];
    await office.post(`/api/office/operatives/${alex.fieldOperativeId}/disable`, {});
    expect(await send(move(job.jobId, alex))).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^The account of .+ is disabled\.$/) },
    });
    expect(find(await readDay(), job)).toMatchObject({ fieldOperativeId: sam.fieldOperativeId });
    const { fieldOperativeId } = alex;
    expect(await send(move(alexsJob.jobId, alex, { fieldOperativeId }))).toMatchObject({
      status: 200,
    });
    // A caller who has not looked may plan for an account that is enabled later.
    expect(
      await office.post(`/api/office/jobs/${job.jobId}/assign`, { fieldOperativeId }),
    ).toMatchObject({ status: 200 });
  });

  it("is refused for a closed job, for an unknown one and for the same one twice", async () => {
    const job = await planned(sam);
    await server.rows("update job set status = 'Closed' where job_id = $1", [job.jobId]);
    expect(await send(move(job.jobId, alex, { status: "Closed" }))).toMatchObject({ status: 409 });
    const other = await planned(sam);
    const twice = move(other.jobId, alex);
    expect(await send(twice, twice)).toMatchObject({ status: 400 });
    expect(await send(move(sam.fieldOperativeId, alex))).toMatchObject({ status: 404 });
  });

  it("loses no job when two move the same one at the same moment", async () => {
    const job = await planned(sam);
    const answers = await Promise.all([
      send(move(job.jobId, alex)),
      send({ ...move(job.jobId, alex), appointmentDateTime: "2026-11-21T15:00:00.000Z" }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(find(await readDay(), job)).toMatchObject({ fieldOperativeId: alex.fieldOperativeId });
  });
});
