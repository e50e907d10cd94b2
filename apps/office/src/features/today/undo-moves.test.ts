import { describe, expect, it } from "vitest";
import { type Move, planUndo } from "./undo-moves.ts";

const at = "2026-11-26T09:00:00.000Z";
const later = "2026-11-26T13:00:00.000Z";
const job = { jobId: "job", status: "New", fieldOperativeAppointmentId: "appointment" } as const;

const aMove = (from: string | null, to = later): Move => ({
  jobId: "job",
  fieldOperativeId: "alex",
  appointmentDateTime: to,
  expected: { fieldOperativeId: from, appointmentDateTime: at, status: "New" },
});
/** The job as the move has left it: a request to cancel or to remove it that comes later is not passed over without a word. */
const expected = {
  fieldOperativeId: "alex",
  appointmentDateTime: later,
  status: "New",
  cancellationRequestedOn: null,
  removalRequestedOn: null,
};

it("gives a job back to the engineer who had begun it, under the same appointment", () => {
  for (const status of ["Travelling", "OnSite", "AccessGained"] as const)
    expect(planUndo({ ...job, status }, [aMove("sam")], true)).toEqual({
      kind: "give-back",
      jobId: "job",
      appointmentId: "appointment",
      expected,
    });
});

it("moves a job back that nobody had begun, to the time that it had", () => {
  expect(planUndo(job, [aMove("sam")], false)).toEqual({
    kind: "move-back",
    moves: [{ jobId: "job", fieldOperativeId: "sam", appointmentDateTime: at, expected }],
  });
});

it("gives a job its time back over the request to remove it that the user had read", () => {
  const move = aMove("alex");
  const removal = { removalRequestedOn: at, cancellationRequestedOn: null };
  expect(planUndo(job, [{ ...move, expected: { ...move.expected, ...removal } }], false)).toEqual({
    kind: "move-back",
    moves: [
      {
        jobId: "job",
        fieldOperativeId: "alex",
        appointmentDateTime: at,
        expected: { ...expected, ...removal },
      },
    ],
  });
});

describe("A job that nobody had", () => {
  const unassigned = { ...job, fieldOperativeAppointmentId: null };

  it("is taken off the engineer, after it has its time again", () => {
    expect(planUndo(unassigned, [aMove(null)], true)).toEqual({
      kind: "take-off",
      jobId: "job",
      timeBack: { jobId: "job", fieldOperativeId: "alex", appointmentDateTime: at, expected },
      expected: { ...expected, appointmentDateTime: at },
    });
  });

  it("keeps its time if it was not changed", () => {
    const sameTime = "2026-11-26T09:00:00Z";
    expect(planUndo(unassigned, [aMove(null, sameTime)], true)).toMatchObject({ timeBack: null });
  });

  it("stays with the engineer if the user may request no removal", () => {
    expect(planUndo(unassigned, [aMove(null)], false)).toBeNull();
  });
});
