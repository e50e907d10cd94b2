import type { AbsenceType } from "@fieldfare/domain";

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

export const strings = {
  title: "Absences",
  loading: "Absences are loading",
  type: {
    holiday: "Holiday",
    sickness: "Sickness",
    unpaid: "Unpaid leave",
  } satisfies Record<AbsenceType, string>,
  approved: "approved",
  pending: "requested",
  cancelling: "cancellation asked for",
  toDecide: (number: number) => `To decide (${number})`,
  nothingToDecide: "Nothing waits for a decision",
  nothingToDecideNote: "Requests of engineers, and requests to cancel, are listed here.",
  cancels: "asks to cancel",
  requested: (moment: string) => `Requested on ${moment}`,
  days: (number: number) => count(number, "working day", "working days"),
  left: (left: number, after: number) =>
    after < 0
      ? `${count(left, "day is", "days are")} left of the year: ${count(-after, "day", "days")} too few`
      : `${count(left, "day is", "days are")} left of the year, ${after} after it`,
  comment: (text: string) => `Comment: ${text}`,
  reason: (text: string) => `Reason: ${text}`,
  noReason: "No reason was given",
  overlapsOwn: "It shares a day with another absence of the same engineer.",
  nobodyElse: "Nobody else is away on these days",
  others: (number: number) =>
    number === 1 ? "1 other is away on these days" : `${number} others are away on these days`,
  noJobs: "No jobs are planned on these days",
  jobs: (number: number) =>
    number === 1 ? "1 job is planned on these days" : `${number} jobs are planned on these days`,
  showJobs: "Show them",
  jobsStay: "Planned jobs stay with the engineer until you move them.",
  approve: "Approve",
  reject: "Reject",
  agreeToCancel: "Cancel the absence",
  keepAbsence: "Keep the absence",
  approveTitle: (name: string, type: string) => `Approve: ${type} of ${name}?`,
  rejectTitle: (name: string, type: string) => `Reject: ${type} of ${name}?`,
  cancelTitle: (name: string, type: string) => `Cancel: ${type} of ${name}?`,
  keepTitle: (name: string, type: string) => `Keep: ${type} of ${name}?`,
  commentToEngineer: "Comment for the engineer",
  rejectReason: "Reason of the rejection",
  reasonMissing: "Give the reason. The engineer reads it on the phone.",
  tellsEngineer: "The engineer sees the decision on the phone.",
  approvedToast: (name: string) => `The absence of ${name} is approved`,
  rejectedToast: (name: string) => `The absence of ${name} is rejected`,
  cancelledToast: (name: string) => `The absence of ${name} is cancelled`,
  staysToast: (name: string) => `The absence of ${name} stays`,
  calendar: (month: string) => `Absences in ${month}`,
  month: "Month",
  before: "The month before",
  after: "The month after",
  thisMonth: "This month",
  find: "Find an engineer",
  onlyAbsent: "Only who is absent",
  engineer: "Engineer",
  absencesOf: "Absences",
  away: (days: number) => (days === 1 ? "1 day" : `${days} days`),
  nobody: "No engineer matches",
  nobodyAdvice: "Remove a filter, or search for fewer letters.",
  legend: "What the bars mean",
  hasLeft: "Account disabled",
};
