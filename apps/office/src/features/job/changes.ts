import type { JobDetails, OrderedPart, OrderedWork, VisitNeeds } from "@fieldfare/contract/office";
import {
  makeParts,
  makeSors,
  type PartDraft,
  readParts,
  readSors,
  type SorDraft,
} from "../../server/ordered-work/work.ts";
import { makeNeeds, needKeys, type NeedsDraft, readNeeds } from "../../server/visit-needs/needs.ts";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
import type { FieldJob } from "./queries.ts";

/** What can be changed of a job. */
export type AllDetails = JobDetails & VisitNeeds & OrderedWork;

/** What is typed. An empty text stands for nothing. */
export interface Fields {
  readonly time: string;
  /** The unusual time that the planner has confirmed. */
  readonly confirmedTime: string;
  readonly clientPreferredTimeName: string;
  readonly taskDetails: string;
  readonly accessNotes: string;
  readonly jobPriority: string;
  readonly needs: NeedsDraft;
  readonly sors: readonly SorDraft[];
  readonly parts: readonly PartDraft[];
}

const texts = ["clientPreferredTimeName", "taskDetails", "accessNotes", "jobPriority"] as const;
const orderNames = ["plannedSors", "parts"] as const;
const names = ["appointmentDateTime", ...texts, ...orderNames, ...needKeys] as const;
type TextName = (typeof texts)[number];
export type DetailName = (typeof names)[number];

/** What can be changed of a job, as it is. */
export function readDetails({
  job,
  needs,
  orders,
}: Pick<FieldJob, "job" | "needs" | "orders">): AllDetails {
  const { appointmentDateTime, clientPreferredTimeName, taskDetails, description } = job;
  const { accessNotes, jobPriority } = description;
  const details = { appointmentDateTime, clientPreferredTimeName, taskDetails };
  return { ...details, accessNotes, jobPriority, ...needs, ...orders };
}

/** The fields with the values of a job. */
export function makeFields(details: AllDetails): Fields {
  return {
    time: writeLondonTime(details.appointmentDateTime),
    confirmedTime: "",
    clientPreferredTimeName: details.clientPreferredTimeName ?? "",
    taskDetails: details.taskDetails ?? "",
    accessNotes: details.accessNotes ?? "",
    jobPriority: details.jobPriority ?? "",
    needs: makeNeeds(details),
    sors: makeSors(details.plannedSors),
    parts: makeParts(details.parts),
  };
}

/** The values to save. What was not touched stays as it was seen, to the second. Null: there is no such time. */
export function toDetails(fields: Fields, seen: AllDetails): AllDetails | null {
  const shown = makeFields(seen);
  const isTouched = (name: TextName | "time") => fields[name] !== shown[name];
  const appointmentDateTime = isTouched("time")
    ? parseLondonTime(fields.time)
    : seen.appointmentDateTime;
  if (appointmentDateTime === null) return null;
  const read = (name: TextName) => (isTouched(name) ? fields[name].trim() || null : seen[name]);
  const typed = readNeeds(fields.needs);
  const readNeed = <Name extends keyof VisitNeeds>(name: Name) =>
    isSame(fields.needs[name], shown.needs[name]) ? seen[name] : typed[name];
  return {
    appointmentDateTime,
    clientPreferredTimeName: read("clientPreferredTimeName"),
    taskDetails: read("taskDetails"),
    accessNotes: read("accessNotes"),
    jobPriority: read("jobPriority"),
    requiredForms: readNeed("requiredForms"),
    alertCodes: readNeed("alertCodes"),
    keySafe: readNeed("keySafe"),
    visitContacts: readNeed("visitContacts"),
    attachmentIds: readNeed("attachmentIds"),
    plannedSors: isSame(fields.sors, shown.sors) ? seen.plannedSors : readSors(fields.sors),
    parts: isSame(fields.parts, shown.parts)
      ? seen.parts
      : readParts(fields.parts).map((part) => renewPart(part, seen.parts)),
  };
}

/** A part that somebody else has left out, and that the user keeps, is a new one. */
function renewPart(part: OrderedPart, known: readonly OrderedPart[]): OrderedPart {
  const { jobPartId, ...rest } = part;
  return known.some((one) => one.jobPartId === jobPartId) ? part : rest;
}

/**
 * The values that the user knows: those that were seen, and those that the user has sent and the job has now. The answer
 * to what was sent may have been lost.
 */
export function addSent(
  seen: AllDetails,
  sent: AllDetails | undefined,
  now: AllDetails,
): AllDetails {
  if (!sent) return seen;
  const pick = <Name extends DetailName>(name: Name) =>
    isSame(sent[name], now[name]) ? now[name] : seen[name];
  return {
    appointmentDateTime: pick("appointmentDateTime"),
    clientPreferredTimeName: pick("clientPreferredTimeName"),
    taskDetails: pick("taskDetails"),
    accessNotes: pick("accessNotes"),
    jobPriority: pick("jobPriority"),
    requiredForms: pick("requiredForms"),
    alertCodes: pick("alertCodes"),
    keySafe: pick("keySafe"),
    visitContacts: pick("visitContacts"),
    attachmentIds: pick("attachmentIds"),
    plannedSors: pick("plannedSors"),
    // A part that is added has its id from the server.
    parts: isSame(sent.parts.map(describePart), now.parts.map(describePart))
      ? now.parts
      : seen.parts,
  };
}

const describePart = ({ qty, shortDescription, location, ...part }: OrderedPart) => [
  qty,
  shortDescription,
  part.comments ?? null,
  part.internalPartCode ?? null,
  location?.locationId ?? null,
];

/** The names of the values that are different. */
export function listChanges(before: AllDetails, after: AllDetails): DetailName[] {
  return names.filter((name) => !isSame(before[name], after[name]));
}

/** Takes over what somebody else has changed, except where the user has typed something too. */
export function takeOver(fields: Fields, before: AllDetails, now: AllDetails): Fields {
  const [was, is] = [makeFields(before), makeFields(now)];
  const pick = (name: TextName | "time") => (fields[name] === was[name] ? is[name] : fields[name]);
  const pickNeed = <Name extends keyof NeedsDraft>(name: Name) =>
    isSame(fields.needs[name], was.needs[name]) ? is.needs[name] : fields.needs[name];
  return {
    time: pick("time"),
    confirmedTime: fields.confirmedTime,
    clientPreferredTimeName: pick("clientPreferredTimeName"),
    taskDetails: pick("taskDetails"),
    accessNotes: pick("accessNotes"),
    jobPriority: pick("jobPriority"),
    needs: {
      requiredForms: pickNeed("requiredForms"),
      alertCodes: pickNeed("alertCodes"),
      keySafe: pickNeed("keySafe"),
      visitContacts: pickNeed("visitContacts"),
      attachmentIds: pickNeed("attachmentIds"),
    },
    sors: isSame(fields.sors, was.sors) ? is.sors : fields.sors,
    parts: isSame(fields.parts, was.parts) ? is.parts : fields.parts,
  };
}

/** Whether two values are equal. Objects are built with their fields in the same order everywhere. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
