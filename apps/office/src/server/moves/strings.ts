import type { MoveEffect, MoveRefusal } from "@fieldfare/domain";

interface Names {
  /** Who has the job. */
  readonly from: string;
  /** Who gets it. */
  readonly to: string;
}

const cancellationTakenBack =
  "Somebody has asked to cancel this job: that is taken back, and the job is not cancelled.";

/** What an assignment or a move means, in the board and on the page of a job. */
export const moveStrings = {
  consequences: "What happens",
  cancellationTakenBack,
  lookAgain: "Show the job as it is now",
  effects: (effect: MoveEffect, { from, to }: Names): string => {
    const texts: Record<MoveEffect, string> = {
      "cancellation-taken-back": cancellationTakenBack,
      "not-on-phone": `The phone of ${from} does not have this yet, so nobody there sees a difference.`,
      "removed-from-phone": `${from} has not begun. The phone of ${from} removes the job when it hears of it.`,
      "engineer-is-asked": `${from} has begun. The phone asks ${from} to give the job up; what was recorded stays as evidence, and is not in the job.`,
      "taken-off-phone": `The phone of ${from} removes the job without asking, as soon as it hears of it. What was recorded there comes as evidence, and is not in the job.`,
      "time-is-told": `The phone of ${to} tells the new time in an alert.`,
      "removal-goes-on": `Somebody has asked the phone of ${to} to remove this job. That goes on: when the phone has removed it, nobody has the job.`,
      "sent-to-phone": `The job is sent to the phone of ${to}.`,
      "no-phone": `${to} has no phone yet: the job arrives when ${to} signs in on one.`,
      "phone-locked": `The phone of ${to} is locked: the job arrives when the office has unlocked it.`,
      absent: `${to} is away on this day.`,
      "absence-requested": `${to} has asked to be away on this day.`,
      overlaps: `${to} has another job at this time.`,
      "engineer-disabled": `The account of ${to} is disabled.`,
      "in-the-past": "The time has passed already.",
    };
    return texts[effect];
  },
  refusals: {
    closed: "The job is closed.",
    "nothing-changes": "Choose another engineer or another time.",
    "under-way": "The visit has begun, so its time stays. Another engineer can get the job.",
    "engineer-disabled": "The account of this engineer is disabled. Choose another engineer.",
    "access-gained": "Choose to take the job away all the same, or wait until the visit ends.",
  } satisfies Record<MoveRefusal, string>,
} as const;
