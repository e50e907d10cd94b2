import { formatCount } from "../../ui/count.ts";
import type { JobStatus } from "@fieldfare/domain";

/** Why a removal was declined, by the number in the message. */
const declineReasons: Readonly<Record<number, string>> = {
  1: "Already On Site",
  2: "In Transit",
  3: "access had been gained",
  4: "the job was closed",
};

/** What a status message of a phone says, by the status in it. */
const reportedStatuses: Readonly<Record<string, string>> = {
  New: "Set back to new",
  Reset: "Set back to new",
  Travelling: "Travelling",
  OnSite: "On site",
  AccessGained: "Access gained",
  Closed: "Closed",
};

const partStates: Readonly<Record<string, string>> = {
  "to-order": "to order",
  ordered: "ordered",
  ready: "ready to collect",
  collected: "collected",
  "not-needed": "not needed",
};

export const strings = {
  job: "Job",
  loading: "The job is loading",
  toJobs: "Go to the jobs",
  notAssigned: "Not assigned",
  onThisPage: "On this page",
  sections: {
    attention: "Needs attention",
    asked: "What was asked",
    needs: "What the visit needs",
    outcome: "Outcome",
    timeline: "Timeline",
    work: "Work",
    evidence: "Evidence that is not in the job",
    photos: "Photos",
    forms: "Forms",
    property: "Property",
    documents: "Documents",
  },
  answerBy: "To be answered by",
  completeBy: "To be completed by",
  appointmentIsLater: "The appointment is later.",
  raisedFromCase: "The job was raised from it",
  outdatedOrders:
    "The office changed what is planned and ordered. The engineer had not received this change before the close.",
  evidence: {
    explained:
      "This was recorded at a visit that does not count, because the job was moved, taken away or ended elsewhere. It has changed nothing.",
    received: (name: string, what: string, when: string) => `${name}: ${what}, received ${when}`,
    nothing: "Nothing was recorded but the steps of the visit.",
    used: "Used",
    toOrder: "To be ordered",
    workDone: "SORs done",
    forms: "Forms",
  },
  collectAt: (place: string) => `Collect at: ${place}`,
  engineerHad: "The engineer had",
  notOnPhone: "Not on the phone",
  takenOut: "Taken out",
  fillIn: "Fill this in",
  photoCount: (count: number) => formatCount(count, "photo"),
  imagesMissing: (count: number) => formatCount(count, "image is missing", "images are missing"),
  imagesOnPhone: (count: number) =>
    formatCount(count, "image is still on the phone.", "images are still on the phone."),
  photoNotArrived: "Not arrived yet",
  answerPhoto: (title: string, number: number, count: number) => `${title}, ${number} of ${count}`,
  noPhotosYet: "None has arrived.",
  unknownForm: "A form that is unknown",
  keySafeLocation: "Where the key safe is",
  keySafeCode: "Code of the key safe",
  fileLoading: "The file is loading",
  alertsOfJob: "Alerts of this job",
  alertsOfHome: "Alerts of the home",
  changeDetails: "Change details",
  copy: "Copy",
  earlierVisit: {
    title: (name: string) => `${name} has gone on with this job`,
    moved: (name: string, when: string) =>
      `The job was taken from ${name} on ${when}, and ${name} goes on with the visit. What arrives from there is evidence, and is not in the job.`,
    begun: (name: string) => `${name} has begun the job too. Call both of them.`,
    closed: (name: string) =>
      `The job is closed, so the visit cannot count for it. Call ${name}: ask for an end of the visit, or raise another job for what is still to do.`,
    button: (name: string) => `Give the job back to ${name}`,
    counts: (name: string) =>
      `The visit of ${name} counts then, with all that has arrived of it and what still comes.`,
    removed: (name: string) => `The phone of ${name} removes the job when it hears of it.`,
    done: (name: string) => `${name} has the job again`,
  },
  assign: {
    title: (isAssigned: boolean) => (isAssigned ? "Move the job" : "Assign the job"),
    save: "Save",
    engineer: "Engineer",
    choose: "Choose an engineer",
    disabled: (name: string) => `${name} (account disabled)`,
    time: "Appointment (time in London)",
    dayUnknown: "What the engineer has to do on this day could not be read.",
    done: (name: string) => `${name} has the job`,
  },
  ended: {
    cancelled: "The job is cancelled",
    closed: "The job is closed",
    nothingDone: "This happened while the dialog was open: nothing can be saved any more.",
    textStays: "What you typed stays here until you close the dialog.",
  },
  change: {
    title: "Change what the job says",
    save: "Save",
    names: {
      appointmentDateTime: "Appointment",
      clientPreferredTimeName: "Preferred time",
      taskDetails: "What is to be done",
      accessNotes: "How to get in",
      jobPriority: "Priority",
    },
    time: "Appointment (time in London)",
    preferredHint: "The time of day that the tenant prefers, such as Morning",
    noPriority: "No priority",
    nothing: "nothing",
    incomplete: "Something above is missing or wrong. Open each part to see what.",
    meanwhile: "Somebody else has changed this job meanwhile",
    isNow: (name: string, value: string) => `${name} is now: ${value}`,
    needChanged: (name: string) => `${name}: changed`,
    goOn: "Go on with this, and keep what I typed",
    told: (name: string) => `${name} is told, and the phone shows what has changed.`,
    begun:
      "The visit has begun: new alerts are shown when the phone hears of them, and a form that is begun stays. So do quantities that the engineer has recorded.",
    saved: "The job is changed",
    savedFor: (name: string) => `The job is changed. The phone of ${name} is told.`,
  },
  timeline: {
    received: "Received by the phone",
    statuses: reportedStatuses,
    handedOver: "Handed over by a phone that is to be wiped: what was recorded so far",
    onHold: "Put on hold",
    holdReleased: "Hold released",
    warning: (code: string) => `Warning Code (${code})`,
    partsNotice: "Parts Required",
    unknownNotice: "an alert that the home no longer has",
    declineReasons,
    withoutAsking: "without asking the engineer",
    raised: "Job raised, not assigned",
    raisedFor: (name: string) => `Job raised for ${name}`,
    assigned: (name: string) => `Assigned to ${name}`,
    assignedAgain: (name: string) => `Assigned to ${name} again`,
    moved: (from: string, to: string) => `Moved from ${from} to ${to}`,
    givenBack: (name: string) => `Given back to ${name}`,
    newTime: "New time of the appointment",
    changed: "Details changed",
    takenOff: (name: string) => `Taken off ${name}`,
    removalRequested: "Asked the phone to remove the job",
    cancellationRequested: "Asked to cancel the job",
    cancelled: "Job cancelled",
    comment: "Comment for the engineer",
    commentNotShown: "No phone has shown it",
    commentReceived: (moment: string) => `Received by the phone, ${moment}`,
    partOrder: "Order of a part",
    partStates,
    details: { externalReferences: "Other references" },
  },
  cancel: {
    button: "Cancel job",
    title: "Cancel this job?",
    confirm: "Cancel the job",
    dismiss: "Go back",
    outcome: "Outcome",
    reason: "Why",
    reasonNote: "For the office. No engineer reads it.",
    nobodyHasIt: "Nobody has this job: it is cancelled at once.",
    notOnPhone: (name: string) =>
      `If no phone has the job yet, it is taken off ${name} and cancelled at once.`,
    asked: (name: string) => [
      `If the phone of ${name} has it, the phone is asked to remove it. The job is cancelled when it is removed.`,
      `If ${name} is on the way, ${name} decides. If ${name} has gained access, ${name} keeps the job, and it is not cancelled.`,
    ],
    forced: (name: string) =>
      `Otherwise the phone removes it without asking ${name}, also in the middle of the work, and the job is cancelled then. What was recorded until then is sent first.`,
    force: (name: string) => `Remove it without asking ${name}`,
    final:
      "A cancelled job stays in the lists with its history. It cannot be opened again, but copied.",
    done: "The job is cancelled",
    requested: (name: string) =>
      `The cancellation is requested. The job is cancelled when the phone of ${name} has removed it.`,
    cancelled: "Cancelled",
    pending: "Cancellation requested",
    declined: "Cancellation declined",
    notFound: "Cancellation not possible",
    cancelledOn: (moment: string, why: string) => `Cancelled on ${moment}. ${why}`,
    requestedOn: (by: string, moment: string, why: string) =>
      `${by} asked to cancel the job on ${moment}. ${why}.`,
    waits:
      "It is cancelled when a phone removes it; until then the engineer has it. To take this back, move the job or request its removal only.",
    notCancelled: "The job is not cancelled.",
    assign: "The job is not cancelled: assign it to another engineer, and then cancel it.",
    closedInstead: "The engineer closed the job instead: it is not cancelled.",
  },
  removal: {
    office: "The office",
    pending: "Removal requested",
    declined: "Removal declined",
    notFound: "Not on the phone",
    notFoundOn: (name: string, moment: string) =>
      `The phone of ${name} answered on ${moment} that it does not have the job.`,
    assign: (name: string) =>
      `${name} still has the job here: to take it off ${name}, assign it to another engineer.`,
    requestedOn: (by: string, moment: string, name: string) =>
      `${by} asked the phone of ${name} on ${moment} to remove the job.`,
    waits: (name: string) => `Until it does, ${name} has the job.`,
    forced: (name: string) => `It is removed without asking ${name}.`,
    declinedBy: (name: string, moment: string, reason: string, comment: string) =>
      `${name} declined on ${moment}: ${reason}, "${comment}".`,
    declinedByPhone: (name: string, moment: string, reason: string) =>
      `The phone of ${name} declined on ${moment}, because ${reason}.`,
    stays: (name: string) => `${name} still has the job.`,
  },
  statuses: {
    New: "New",
    Travelling: "Travelling",
    OnSite: "On site",
    AccessGained: "Access gained",
    Closed: "Closed",
  } satisfies Record<JobStatus, string>,
} as const;
