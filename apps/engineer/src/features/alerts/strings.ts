import type { AbsenceDecision, AccountNotice } from "@fieldfare/contract";
import type { AccountAlertRow, AlertKind, JobAlertRow } from "@fieldfare/device";
import type { AbsenceType, EngineerRight } from "@fieldfare/domain";
import { strings as phoneStrings } from "../../phone/strings.ts";
import { defineStrings, formatList } from "../../ui/language.ts";

const titles: Record<AlertKind, string> = {
  "job-added": "New job",
  "job-changed": "Job changed",
  "removal-requested": "Removal request",
  "removal-declined": "Removal declined",
  "job-removed": "Job removed",
  "text-not-sent": "Text not sent",
};

const texts: Record<AlertKind, string> = {
  "job-added": "The office has given you this job.",
  "job-changed": "The office has changed this job.",
  "removal-requested": "The office has asked to remove this job from your device.",
  "removal-declined":
    "The office asked for this job to be removed. The job stays on your device: access has been gained, or the job is closed. The office has been told.",
  "job-removed": "The office has removed this job from your device.",
  "text-not-sent": "You ended this visit while text was typed in another tab or on another screen.",
};

/** Of a job that the office has given to another engineer. */
const movedTexts: Partial<Record<AlertKind, string>> = {
  "removal-requested":
    "The office has given this job to another engineer, and asks to remove it from your device.",
  "removal-declined":
    "The office has given this job to another engineer. It stays on your device: access has been gained, or the job is closed.",
  "job-removed":
    "The office has given this job to another engineer and removed it from your device.",
};

/** Of a visit that was closed before its job was removed. */
const closedVisitTexts: Record<NonNullable<JobAlertRow["closedVisit"]>, () => string> = {
  counts: () => "You had closed the visit. It counts as you closed it.",
  evidence: () => `You had closed the visit. ${phoneStrings().givenToAnother}`,
};

const toAnswer = "Open the job to answer.";

/** What the engineer has answered to a removal request. */
const removalAnswers: Record<NonNullable<JobAlertRow["answer"]>, string> = {
  retained: "You answered: Retain Job.",
  removed: "You answered: Remove Job.",
  "removed-since": "The job has been removed since.",
  "given-back": "The office has given the job back to you since.",
};

const titleOf = ({
  kind,
  isMoved,
  isComment,
}: Pick<JobAlertRow, "kind" | "isMoved" | "isComment">) => {
  if (isComment) return "Comment from the office";
  return isMoved && kind === "removal-declined" ? "Given to another engineer" : titles[kind];
};

const describe = ({
  kind,
  reason,
  isMoved,
  closedVisit,
  answer,
}: Pick<JobAlertRow, "kind" | "reason" | "isMoved" | "closedVisit" | "answer">) => {
  if (reason === "ended-elsewhere")
    return "This visit was ended with another phone of yours. The job has been removed from this phone.";
  const text = (isMoved ? movedTexts[kind] : undefined) ?? texts[kind];
  if (closedVisit) return `${text} ${closedVisitTexts[closedVisit]()}`;
  if (isMoved && kind === "removal-declined")
    return `${text} ${answer === "given-back" ? removalAnswers[answer] : phoneStrings().givenToAnother}`;
  if (kind !== "removal-requested") return text;
  if (isMoved && answer === "retained")
    return `${text} ${removalAnswers.retained} ${phoneStrings().givenToAnother}`;
  return `${text} ${answer === undefined ? toAnswer : removalAnswers[answer]}`;
};

const rights: Record<EngineerRight, string> = {
  plan: "open the Planner",
  searchProperties: "search properties",
  readProperty: "open properties",
  addProperty: "add properties",
  addContact: "add contacts",
  recordMileage: "record mileage",
};

/** A right that this build does not know is left out. */
function listRights(names: readonly string[] = []): string {
  return formatList(
    Object.entries(rights)
      .filter(([name]) => names.includes(name))
      .map(([, text]) => text),
  );
}

type ChangedRights = Pick<AccountAlertRow, "granted" | "withdrawn">;

function describeChangedRights({ granted, withdrawn }: ChangedRights): string {
  const [now, noLonger] = [listRights(granted), listRights(withdrawn)];
  return [now && ` You may now ${now}.`, noLonger && ` You may no longer ${noLonger}.`].join("");
}

type NoticeOfAlert = Pick<AccountAlertRow, "notice" | "deviceName"> & ChangedRights;

type DescribeNotice = (when: string, phone: string, changed: ChangedRights) => string;

/**
 * What happened to the engineer's account. `when` is such as "3 March at 09:12", `phone` is such as " (Van 12)" or empty.
 */
const accountNotices: Record<AccountNotice, DescribeNotice> = {
  "account-disabled": (when) => `Your account was disabled on ${when}.`,
  "account-enabled": (when) => `Your account was enabled again on ${when}.`,
  "password-changed": (when) => `Your password was changed on ${when}.`,
  "permissions-changed": (when, _phone, changed) =>
    `The office changed on ${when} what you may do in this app.${describeChangedRights(changed)}`,
  "device-registered": (when, phone) => `Another phone${phone} was registered for you on ${when}.`,
  "device-approved": (when, phone) =>
    `The office approved another phone of yours${phone} on ${when}.`,
  "device-locked": (when, phone) => `A phone of yours${phone} was locked on ${when}.`,
  "device-unlocked": (when, phone) => `A phone of yours${phone} was unlocked on ${when}.`,
  "wipe-requested": (when, phone) =>
    `The office asked on ${when} that a phone of yours${phone} is wiped.`,
  "wipe-withdrawn": (when, phone) =>
    `The office no longer asks for the wipe of a phone of yours${phone}, since ${when}.`,
  "device-wiped": (when, phone) => `A phone of yours${phone} was wiped on ${when}.`,
  "pin-changed": (when) => `Your PIN was changed on ${when}.`,
  "reset-code-made": (when) => `The office made a code for a new PIN of yours on ${when}.`,
  "reset-code-wrong": (when) =>
    `Somebody entered a wrong code for a new PIN of yours on ${when}. A code can be tried five times.`,
  "attempts-used-up": (when, phone) =>
    `A wrong PIN or password of yours${phone} was entered too often on ${when}. Further tries were refused.`,
  "device-key-replaced": (when, phone) =>
    `A phone of yours${phone} was set up again on ${when}, with your PIN or a code of the office.`,
  "signature-mismatch": (when) =>
    `A request in your name came on ${when} from something else than your phone, and was refused.`,
  "signed-in-without-key": (when, phone) =>
    `Somebody signed in with your PIN on ${when}, in the name of a phone of yours${phone} but without its key. If it was not you, tell the office.`,
  "device-copied": (when) =>
    `Two copies of the data of one phone of yours sent work on ${when}. Both are taken, and nothing is lost. Use one of them only.`,
  "refresh-token-reused": (when) =>
    `A sign-in of yours was used twice on ${when} and has been ended.`,
  "refresh-token-on-another-device": (when) =>
    `A sign-in of yours was tried on another phone on ${when}.`,
};

const absenceTypes: Record<AbsenceType, string> = {
  holiday: "Holiday",
  sickness: "Sickness",
  unpaid: "Unpaid absence",
};

/**
 * What the office has decided about an absence; the strip at the top has room for its beginning only. `when` is its days, such as
 * "Mon 3 March to Wed 5 March".
 */
const absenceDecisions: Record<AbsenceDecision, (type: string, when: string) => string> = {
  approved: (type, when) => `${type} approved: ${when}.`,
  rejected: (type, when) => `${type} rejected: ${when}.`,
  "cancellation-approved": (type, when) =>
    `${type} cancelled: ${when}. It is no longer in your list.`,
  "cancellation-rejected": (type, when) => `${type} not cancelled: ${when}. It stays approved.`,
};

/** The names of unsaved texts, by the kind of the draft. */
const things: Readonly<Record<string, string>> = {
  "no-access": "No access",
  hold: "Hold",
  close: "Completion",
  removal: "Answer to the removal request",
  outcome: "Outcome",
  note: "Engineering note",
  part: "Part",
  sor: "SOR",
  appliance: "Appliance",
  contact: "Contact",
  form: "Form",
};

export const strings = defineStrings({
  en: {
    signInEnded: "Sign in again.",
    signInLater: "Sign in again when there is a network.",
    signInToSend: "Your work is saved here until then.",
    signIn: "Sign in",
    title: "Alerts",
    empty: {
      title: "No alerts",
      text: "What the office does with your jobs and absences, and what happens to your account, is listed here.",
    },
    titleOf,
    describe,
    account: "Your account",
    describeNotice: ({ notice, deviceName, ...changed }: NoticeOfAlert, when: string) =>
      accountNotices[notice](when, deviceName === undefined ? "" : ` (${deviceName})`, changed),
    absence: "Your absence",
    describeDecision: (decision: AbsenceDecision, type: AbsenceType, when: string) =>
      absenceDecisions[decision](absenceTypes[type], when),
    range: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    reason: (reason: string) => `Reason: ${reason}`,
    comment: (comment: string) => `Comment: ${comment}`,
    unexpected: "If you did not expect this, call the office.",
    region: "Alert from the office",
    unread: "Unread",
    received: (time: string) => `Received ${time}`,
    appointment: (time: string) => `Appointment ${time}`,
    answer: toAnswer,
    saving: "Saving",
    read: "Read",
    markRead: "Mark as read",
    seeAll: (count: number) => `See all ${count}`,
    ended: ({ kind, formattedJobId }: Pick<JobAlertRow, "kind" | "formattedJobId">) =>
      `Job ${formattedJobId} has been ${kind === "text-not-sent" ? "closed" : "removed"}`,
    confirm: "Confirm",
    thing: (thing: string) => things[thing] ?? "Other",
    unsaved:
      "What you had saved goes to the office. This text was typed and not saved, so the office does not have it:",
    unsavedLater: "You can read it again under Alerts.",
    nothingUnsaved: "What you had saved in it goes to the office. There was no unsaved text.",
  },
});
