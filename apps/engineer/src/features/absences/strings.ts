import type { AbsenceCancelIssue, AbsenceIssues, AbsenceType } from "@fieldfare/domain";
import { defineStrings, formatNumber, plural } from "../../ui/language.ts";

const types: Record<AbsenceType, string> = {
  holiday: "Holiday",
  sickness: "Sickness",
  unpaid: "Unpaid",
};

const cancelIssues: Record<AbsenceCancelIssue, string> = {
  "comment-missing": "Please provide a comment.",
  "comment-too-long": "Please use at most 2,000 characters.",
};

const issues: Record<NonNullable<AbsenceIssues[keyof AbsenceIssues]>, string> = {
  "date-from-missing": "Please enter the first day.",
  "date-in-past": "Holiday cannot start in the past.",
  "date-to-missing": "Please enter the last day.",
  "date-to-before-from": "The last day cannot be before the first day.",
  "too-long": "One request can cover a year at most.",
  "no-working-days": "There is no working day in these dates.",
  "spans-years": "These dates are in two holiday years. Please make a separate request for each.",
  overlaps: "You have already asked for an absence on some of these days.",
  "comment-too-long": "Please use at most 2,000 characters.",
};

export const strings = defineStrings({
  en: {
    title: "Absences",
    dashboard: "Dashboard",
    dashboardDetail: "Your holidays, sickness and unpaid days",
    documents: "Documents",
    documentsDetail: "Policies and forms from the office",
    dashboardTitle: "Absence Dashboard",
    year: "Holiday year",
    yearRange: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    allowance: (left: number, allowance: number) =>
      `${formatNumber(Math.max(0, left), 1)} of ${plural(allowance, { one: "# day", other: "# days" })} of holiday left`,
    allowanceExceeded: (days: number) =>
      `You have requested ${plural(days, { one: "# day", other: "# days" })} more than your allowance for this year.`,
    overAllowance: (days: number, year: string) =>
      `This is ${plural(days, { one: "# day", other: "# days" })} more than you have left for the holiday year ${year}. You can still submit it: the office decides.`,
    newRequest: "New Request",
    groups: {
      upcoming: "Upcoming",
      pending: "Pending",
      previous: "Previous",
      rejected: "Rejected",
    },
    empty: "No absences in this holiday year",
    emptyHint: "Select 'New Request' to ask for one.",
    days: (count: number) => plural(count, { one: "# working day", other: "# working days" }),
    range: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    unsent: "Not sent yet",
    banners: {
      "cancel-pending": "You have asked to cancel this absence. The office has not decided yet.",
      "cancel-rejected": "The office did not agree to cancel this absence.",
    },
    cancelMarks: { "cancel-pending": "Cancel requested", "cancel-rejected": "Cancel rejected" },
    states: { 1: "Pending", 2: "Approved", 3: "Rejected" },
    chooseTitle: "New Request",
    types,
    typeDetails: {
      holiday: "Days from your holiday allowance",
      sickness: "Days on which you were or are ill",
      unpaid: "Days without pay",
    },
    requestTitle: (type: AbsenceType) => `New Request: ${types[type]}`,
    dateFrom: "First day",
    dateTo: "Last day",
    dayCountOpen: "Working days: not known yet",
    comment: "Comment (optional)",
    issues,
    submit: "Submit",
    saving: "Saving",
    saved: "Your request is saved and will be sent to the office.",
    absenceTitle: "Absence",
    status: "Status",
    type: "Type",
    when: "When",
    count: "Days",
    ownComment: "Your comment",
    rejectReason: "Reason",
    reviewerComment: "Reviewer's comment",
    cancelComment: "Why do you want to cancel it?",
    cancelIssues,
    cancel: "Cancel Absence",
    cancelling: "Cancelling",
    question: "Cancel this absence?",
    questionText: "It is removed from your list and the office is informed.",
    keep: "Keep it",
    removed: "Your cancellation is saved and will be sent to the office.",
    requested: "Your request to cancel is saved and will be sent to the office.",
    missing: "This absence no longer exists",
    refusals: {
      ...cancelIssues,
      "not-found": "This absence no longer exists",
      "already-cancelling": "You have already asked to cancel this absence",
    },
    noDocuments: "No documents found",
    noDocumentsHint: "Documents about absences that the office adds are shown here.",
    loading: "Loading documents",
    offlineDocuments: "Unable to load documents",
    offlineDocumentsText: "You must have Internet connectivity to review documents and images.",
    tryLater: "Please try again later",
    tryAgain: "Try again",
  },
});
