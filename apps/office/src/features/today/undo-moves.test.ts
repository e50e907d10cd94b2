import { expect, it } from "vitest";
import { type Move, planUndo } from "./undo-moves.ts";

const at = "2026-11-26T09:00:00.000Z";
const later = "2026-11-26T13:00:00.000Z";
const job = { fieldOperativeId: "sam", fieldOperativeAppointmentId: "appointment" };

const aMove = (from: string | null): Move => ({
  jobId: "job",
  fieldOperativeId: "alex",
  appointmentDateTime: later,
  expected: { fieldOperativeId: from, appointmentDateTime: at, status: "New" },
});

it("gives a job back to the engineer who had begun it, under the same appointment", () => {
  for (const status of ["Travelling", "OnSite", "AccessGained"] as const)
    expect(planUndo({ ...job, status }, [aMove("sam")])?.appointmentId).toBe("appointment");
});

it("moves a job back that nobody had begun, to the time that it had", () => {
  expect(planUndo({ ...job, status: "New" }, [aMove("sam")])).toEqual({
    appointmentId: null,
    moves: [
      {
        jobId: "job",
        fieldOperativeId: "sam",
        appointmentDateTime: at,
        expected: { fieldOperativeId: "alex", appointmentDateTime: later, status: "New" },
      },
    ],
  });
});

it("takes a job from nobody: there is no call for it", () => {
  const unassigned = { fieldOperativeId: null, fieldOperativeAppointmentId: null };
  expect(planUndo({ ...unassigned, status: "New" }, [aMove(null)])).toBeNull();
});
