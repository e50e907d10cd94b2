import { londonDay } from "../calendar/london.ts";
import { type Issues, collectIssues } from "../issues.ts";
import { parsePostcode } from "../postcode.ts";
import { normaliseForSearch } from "../search.ts";
import { validateContactName, validatePhone } from "../work/contacts.ts";
import type { ParsePhone } from "../work/phones.ts";
import { parseQuantity } from "../work/sors.ts";
import { addDays } from "../calendar/days.ts";

/** The steps of the wizard in order. */
export const quickSteps = [
  "client",
  "property",
  "new-property",
  "contact",
  "new-contact",
  "details",
  "summary",
] as const;
export type QuickStep = (typeof quickSteps)[number];

/** What decides which steps the wizard shows. */
export interface QuickJobState {
  /** How many clients there are to choose from. */
  readonly clients: number;
  /** The property was not found and is being added. */
  readonly isNewProperty: boolean;
  /** How many contacts the property has already. */
  readonly contacts: number;
  /** A contact is being added who is not among them. */
  readonly isNewContact: boolean;
}

/**
 * Returns the steps that this job needs. A single client is not asked for, a known address is not entered, and if the
 * property has no contact the new one is added straight away.
 */
export function requiredQuickSteps(state: QuickJobState): readonly QuickStep[] {
  const adds = state.isNewContact || state.contacts === 0;
  return quickSteps.filter((step) => {
    if (step === "client") return state.clients > 1;
    if (step === "new-property") return state.isNewProperty;
    if (step === "contact") return state.contacts > 0;
    return step === "new-contact" ? adds : true;
  });
}

/** Returns the next step that the job needs; null at the last one. */
export function stepAfter(step: QuickStep, state: QuickJobState): QuickStep | null {
  const steps = requiredQuickSteps(state);
  return steps.find((other) => quickSteps.indexOf(other) > quickSteps.indexOf(step)) ?? null;
}

/** Returns the step before that the job needs; null at the first one. */
export function stepBefore(step: QuickStep, state: QuickJobState): QuickStep | null {
  const steps = requiredQuickSteps(state);
  return steps.findLast((other) => quickSteps.indexOf(other) < quickSteps.indexOf(step)) ?? null;
}

/**
 * Returns when the job was received: when its first detail was entered. A job with only a property is received when
 * the engineer continues it.
 */
export function quickJobReceived(
  job: {
    readonly dateReceived: string;
    readonly type: unknown;
    readonly priority: unknown;
    readonly jobDetails: string;
  },
  now: Date,
): string {
  const hasDetails = job.type !== null || job.priority !== null || job.jobDetails.trim() !== "";
  return hasDetails ? job.dateReceived : now.toISOString();
}

export interface NewPropertyAnswers {
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly addressLine3: string;
  readonly addressLine4: string;
  readonly postcode: string;
}

export type NewPropertyIssues = {
  readonly addressLine1: "address-missing" | "too-long";
  readonly addressLine2: "too-long";
  readonly addressLine3: "too-long";
  readonly addressLine4: "too-long";
  readonly postcode: "postcode-missing" | "postcode-invalid";
};

const maxAddressLine = 200;

/** Returns the issues of a property that the office does not have yet, by field. */
export function validateNewProperty(answers: NewPropertyAnswers): Issues<NewPropertyIssues> {
  const validateLength = (line: string) =>
    line.trim().length > maxAddressLine ? "too-long" : null;
  return collectIssues<NewPropertyIssues>({
    addressLine1:
      answers.addressLine1.trim() === "" ? "address-missing" : validateLength(answers.addressLine1),
    addressLine2: validateLength(answers.addressLine2),
    addressLine3: validateLength(answers.addressLine3),
    addressLine4: validateLength(answers.addressLine4),
    postcode: validatePostcode(answers.postcode),
  });
}

function validatePostcode(typed: string): NewPropertyIssues["postcode"] | null {
  if (typed.trim() === "") return "postcode-missing";
  return parsePostcode(typed) === null ? "postcode-invalid" : null;
}

/** What tells whether two addresses are of one home. */
interface TypedAddress {
  readonly addressLine1: string;
  readonly postcode: string;
}

/** Whether two addresses have the same postcode and the same first line, however they are typed. */
export function isSameAddress(one: TypedAddress, other: TypedAddress): boolean {
  const address = normaliseAddress(one);
  return address !== null && address === normaliseAddress(other);
}

/** The text that addresses of one home have in common: "LS6 2QX 12 st marys road". Null: a part of it is missing. */
export function normaliseAddress({ addressLine1, postcode }: TypedAddress): string | null {
  const parsed = parsePostcode(postcode);
  const line = normaliseLine(addressLine1);
  return parsed === null || line === "" ? null : `${parsed} ${line}`;
}

/** Without capitals, and with a blank for all that is neither a letter nor a digit. */
function normaliseLine(line: string): string {
  return normaliseForSearch(line)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export interface NewContactAnswers {
  readonly fullName: string;
  readonly contactType: number | null;
  readonly homeTelephone: string;
  readonly mobilePhone: string;
  readonly isPrimaryContact: boolean;
}

export type NewContactIssues = {
  readonly fullName: "full-name-missing" | "full-name-not-unique" | "full-name-too-long";
  readonly contactType: "contact-type-missing";
  readonly homeTelephone: "phone-invalid";
  readonly mobilePhone: "phone-invalid";
};

/** Returns the issues of a new contact, by field. `others` are the property's contacts: names must be unique. */
export function validateNewContact(
  answers: NewContactAnswers,
  others: readonly { readonly fullName: string }[],
  parsePhone: ParsePhone,
): Issues<NewContactIssues> {
  return collectIssues<NewContactIssues>({
    fullName: validateContactName(answers.fullName, others),
    contactType: answers.contactType === null ? "contact-type-missing" : null,
    homeTelephone: validatePhone(answers.homeTelephone, parsePhone),
    mobilePhone: validatePhone(answers.mobilePhone, parsePhone),
  });
}

/** Whether a new contact becomes the primary one unless the engineer says otherwise: only if there is none yet. */
export function isPrimaryByDefault(
  contacts: readonly { readonly isPrimaryContact: boolean }[],
): boolean {
  return !contacts.some(({ isPrimaryContact }) => isPrimaryContact);
}

export interface JobDetailAnswers {
  readonly jobDetailType: number | null;
  readonly clientJobPriorityId: number | null;
  readonly jobDetails: string;
}

export type JobDetailIssues = {
  readonly jobDetailType: "type-missing";
  readonly clientJobPriorityId: "priority-missing";
  readonly jobDetails: "details-missing" | "details-too-long";
};

export const maxJobDetails = 10_000;

/** Returns the issues of the job's type, priority and details, by field. */
export function validateJobDetails(answers: JobDetailAnswers): Issues<JobDetailIssues> {
  const details = answers.jobDetails.trim();
  return collectIssues<JobDetailIssues>({
    jobDetailType: answers.jobDetailType === null ? "type-missing" : null,
    clientJobPriorityId: answers.clientJobPriorityId === null ? "priority-missing" : null,
    jobDetails:
      details === ""
        ? "details-missing"
        : details.length > maxJobDetails
          ? "details-too-long"
          : null,
  });
}

/** The largest quantity of one SOR in a quick job. */
export const maxPlannedQuantity = 9999.99;

/** Whether the planned quantity of a SOR is above zero and at most `maxPlannedQuantity`. */
export function isPlannedQuantity(typed: string): boolean {
  const quantity = parseQuantity(typed);
  return quantity.ok && quantity.value > 0 && quantity.value <= maxPlannedQuantity;
}

export interface ServiceLevel {
  readonly responseDays: number;
  readonly completionDays: number;
}

/**
 * Says which of the days of a service level a visit on `day` comes too late for: the one for the completion, or only the
 * one for the response. Null: neither.
 */
export function checkVisitDay(
  day: string,
  { targetResponseDay, targetCompletionDay }: ReturnType<typeof serviceLevelDays>,
): "after-completion" | "after-response" | null {
  if (day > targetCompletionDay) return "after-completion";
  return day > targetResponseDay ? "after-response" : null;
}

/** Returns the London calendar days by the end of which a job must be answered and completed. */
export function serviceLevelDays(received: Date, { responseDays, completionDays }: ServiceLevel) {
  const day = londonDay(received);
  return {
    targetResponseDay: addDays(day, responseDays),
    targetCompletionDay: addDays(day, completionDays),
  };
}
