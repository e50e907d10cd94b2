import type { CallBody } from "@fieldfare/contract";
import type { ExpectedJob, moveJobs } from "@fieldfare/contract/office";
import { isUnderWay } from "@fieldfare/domain";
import type { Job } from "./layout.ts";

export type Move = CallBody<typeof moveJobs>["moves"][number];

/** How moves are undone. */
export type Undo =
  | { readonly kind: "move-back"; readonly moves: readonly Move[] }
  /** The engineer gets the job back with the visit that was begun, under the same appointment. */
  | {
      readonly kind: "give-back";
      readonly jobId: string;
      readonly appointmentId: string;
      /** The job as the move has left it. */
      readonly expected: ExpectedJob;
    }
  /** Nobody had the job: it is taken off the engineer, and before that gets its time back. */
  | {
      readonly kind: "take-off";
      readonly jobId: string;
      /** Null: it has the time that it had. */
      readonly timeBack: Move | null;
      /** The job as it is with the time that it had. */
      readonly expected: ExpectedJob;
    };

/**
 * Plans how the move of `job`, as it was before, is undone; null: it cannot be. An engineer who had begun the visit goes on with it
 * under the same appointment: under another one, what the phone still records would not count. `mayTakeOff`: the user may request
 * the removal of a job from an engineer.
 */
export function planUndo(
  job: Pick<Job, "jobId" | "status" | "fieldOperativeAppointmentId">,
  moves: readonly Move[],
  mayTakeOff: boolean,
): Undo | null {
  const [first] = moves;
  if (first && moves.length === 1 && first.expected.fieldOperativeId === null)
    return mayTakeOff ? takeOff(first) : null;
  const back = moves.flatMap((move) => {
    const { fieldOperativeId, appointmentDateTime } = move.expected;
    return fieldOperativeId === null ? [] : [moveTo(move, fieldOperativeId, appointmentDateTime)];
  });
  if (back.length < moves.length) return null;
  const { jobId, fieldOperativeAppointmentId: appointmentId } = job;
  if (first && isUnderWay(job) && appointmentId !== null)
    return { kind: "give-back", jobId, appointmentId, expected: expectMoved(first) };
  return { kind: "move-back", moves: back };
}

function takeOff(move: Move): Undo {
  const { jobId, fieldOperativeId, appointmentDateTime, expected } = move;
  const isSameTime = Date.parse(expected.appointmentDateTime) === Date.parse(appointmentDateTime);
  const timeBack = moveTo(move, fieldOperativeId, expected.appointmentDateTime);
  return {
    kind: "take-off",
    jobId,
    timeBack: isSameTime ? null : timeBack,
    expected: expectMoved({ ...move, appointmentDateTime: expected.appointmentDateTime }),
  };
}

/** A move of a job from where a move has brought it. */
function moveTo(move: Move, fieldOperativeId: string, appointmentDateTime: string): Move {
  return { jobId: move.jobId, fieldOperativeId, appointmentDateTime, expected: expectMoved(move) };
}

/**
 * A job as a move leaves it, which takes back a request to cancel the job. A request to remove it goes on if the engineer still
 * has the job.
 */
function expectMoved({ fieldOperativeId, appointmentDateTime, expected }: Move): ExpectedJob {
  const isSameEngineer = expected.fieldOperativeId === fieldOperativeId;
  return {
    fieldOperativeId,
    appointmentDateTime,
    status: "New",
    cancellationRequestedOn: null,
    removalRequestedOn: isSameEngineer ? (expected.removalRequestedOn ?? null) : null,
  };
}
