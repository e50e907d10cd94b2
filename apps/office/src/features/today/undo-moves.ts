import type { CallBody } from "@fieldfare/contract";
import type { moveJobs } from "@fieldfare/contract/office";
import { isUnderWay } from "@fieldfare/domain";
import type { Job } from "./layout.ts";

export type Move = CallBody<typeof moveJobs>["moves"][number];

/** How moves are undone. */
export interface Undo {
  /** The appointment of the engineer who gets the job back with the visit that was begun; null: nobody had begun it. */
  readonly appointmentId: string | null;
  /** The moves back. */
  readonly moves: readonly Move[];
}

/**
 * Plans how the move of `job`, as it was before, is undone; null: it cannot be. An engineer who had begun the visit goes on with it
 * under the same appointment: under another one, what the phone still records would not count.
 */
export function planUndo(
  job: Pick<Job, "status" | "fieldOperativeId" | "fieldOperativeAppointmentId">,
  moves: readonly Move[],
): Undo | null {
  const back = moves.flatMap(reverse);
  if (back.length < moves.length) return null;
  return { appointmentId: isUnderWay(job) ? job.fieldOperativeAppointmentId : null, moves: back };
}

/** The move back; none for a job that nobody had. */
function reverse({ jobId, expected, fieldOperativeId, appointmentDateTime }: Move): Move[] {
  if (expected.fieldOperativeId === null) return [];
  return [
    {
      jobId,
      fieldOperativeId: expected.fieldOperativeId,
      appointmentDateTime: expected.appointmentDateTime,
      expected: { fieldOperativeId, appointmentDateTime, status: "New" },
    },
  ];
}
