import { isRecord } from "../unknown-values.ts";
import type { JobStatus } from "../job/status.ts";
import { readEntries, readRows, readText } from "./contradictions.ts";
import { cutText } from "./cut.ts";
import type { FormProgress } from "./form-states.ts";
import { formIds } from "./forms.ts";
import {
  isPipeFailed,
  isPipeworkFailed,
  needsWarningNotice,
  pipeworkChecks,
} from "./gas-safety.ts";
import { maxNoteText } from "./notes.ts";

/** These rules read the dangers that a gas safety record classes, and compare them with the warning notice. */

type Answers = Readonly<Record<string, unknown>>;

/** What a notice may be about besides an appliance, as values of its question `type`. */
export const installationParts = ["Gas pipework", "Gas meter", "Emergency control"] as const;
const [pipework, , emergencyControl] = installationParts;

/** A danger of the record, as answers of the notice's questions. */
export interface Danger {
  readonly classification: "ID" | "AR";
  /** The record's answer that classes the danger: `appliances.1.classification`. */
  readonly path: string;
  /** The notice's answers that the record supplies: appliance or installation part, class, fault, action, label. */
  readonly row: Answers;
  readonly isNoticeIssued: boolean;
  /** The notice number that the record quotes; empty if it quotes none. */
  readonly noticeNumber: string;
}

/**
 * Builds the number of the visit's own notice. It exists before the notice is written, so that the record can quote
 * it.
 */
export function buildNoticeNumber(formattedJobId: string, day: string): string {
  return `WN-${formattedJobId}-${day.slice(2).replaceAll("-", "")}`;
}

/** Any other number is that of a notice on a paper pad. */
export function isOwnNoticeNumber(number: string): boolean {
  return /^WN-.+-\d{6}$/.test(number);
}

/** Returns the Immediately Dangerous and At Risk findings of a record, complete or not. */
export function dangersOnRecord(record: Answers): Danger[] {
  const appliances = readRows(record["appliances"]).flatMap((appliance, index) => {
    const { classification } = appliance;
    if (!hasDefectOnRecord(appliance) || !isDanger(classification)) return [];
    const { defect, remedialAction, warningNoticeIssued, warningNoticeNumber } = appliance;
    const { propertyAssetId, type, location, make, model, serialNumber, labelFitted } = appliance;
    const known = { propertyAssetId, type, location, make, model, serialNumber, labelFitted };
    return [
      {
        classification,
        path: `appliances.${index}.classification`,
        row: withoutEmpty({ ...known, classification, fault: defect, action: remedialAction }),
        isNoticeIssued: warningNoticeIssued === "yes",
        noticeNumber: readText(warningNoticeNumber),
      },
    ];
  });
  return [...appliances, ...findPipeworkDanger(record)];
}

/** Returns the Immediately Dangerous and At Risk findings of a warning notice. */
export function dangersOnNotice(notice: Answers): Danger[] {
  return readRows(notice["notices"]).flatMap((row, index) => {
    const { classification } = row;
    if (!isDanger(classification)) return [];
    return [
      {
        classification,
        path: `notices.${index}.classification`,
        row: withoutEmpty(row),
        isNoticeIssued: true,
        noticeNumber: readText(notice["noticeNumber"]),
      },
    ];
  });
}

/** An appliance or installation part that must not be used. */
export interface Unsafe {
  /** Null if the form says that it is not safe to use but gives no class. */
  readonly classification: Danger["classification"] | null;
  /** Names the appliance or the installation part. */
  readonly row: Answers;
}

/**
 * Returns what a form of a visit marks as unsafe, complete or not. This includes the forms of the office if they use
 * the names of the record's questions, in any of their lists.
 */
export function unsafeOnForm({
  customFormId,
  completedForm,
}: Pick<VisitForm, "customFormId" | "completedForm">): Unsafe[] {
  const answers = completedForm ?? {};
  const id = customFormId.toLowerCase();
  if (id === formIds.warningNotice) return dangersOnNotice(answers);
  if (id === formIds.gasSafetyRecord) {
    const dangers = dangersOnRecord(answers);
    const rows = readRows(answers["appliances"]).filter(
      (row, index) =>
        isMarkedUnsafe(row) && !dangers.some(({ path }) => path.startsWith(`appliances.${index}.`)),
    );
    return [...dangers, ...rows.map((row) => ({ classification: null, row }))];
  }
  return collectUnsafe(answers);
}

/** A form of the office may lack a question, so a missing answer does not cancel a danger. */
function collectUnsafe(answers: Answers): Unsafe[] {
  const { classification, pipeworkClassification, inspected, hasDefect } = answers;
  const found: Unsafe[] = [];
  if (inspected !== "no" && hasDefect !== "no" && isDanger(classification))
    found.push({ classification, row: answers });
  else if (isMarkedUnsafe(answers)) found.push({ classification: null, row: answers });
  if (pipeworkChecks.some((check) => isGiven(answers[check])))
    found.push(...findPipeworkDanger(answers));
  else if (isDanger(pipeworkClassification))
    found.push({ classification: pipeworkClassification, row: { type: pipework } });
  return [
    ...found,
    ...Object.values(answers).flatMap((list) => readRows(list).flatMap(collectUnsafe)),
  ];
}

function isMarkedUnsafe({ inspected, safeToUse }: Answers): boolean {
  return inspected !== "no" && safeToUse === "no";
}

/**
 * Whether a row of the record has a defect. Its other answers stay when the defect is removed, so they do not count
 * alone.
 */
export function hasDefectOnRecord({ inspected, hasDefect }: Answers): boolean {
  return inspected !== "no" && hasDefect === "yes";
}

function findPipeworkDanger(record: Answers): Danger[] {
  const { pipeworkClassification: classification } = record;
  if (!isPipeworkFailed(record) || !isDanger(classification)) return [];
  const isControlAlone = record["emergencyControlAccessible"] === "no" && !isPipeFailed(record);
  return [
    {
      classification,
      path: "pipeworkClassification",
      row: withoutEmpty({
        type: isControlAlone ? emergencyControl : pipework,
        classification,
        fault: record["pipeworkDefect"],
        action: record["pipeworkAction"],
      }),
      isNoticeIssued: record["pipeworkNoticeIssued"] === "yes",
      noticeNumber: readText(record["pipeworkNoticeNumber"]),
    },
  ];
}

/** Formats a name such as "Gas fire, inset, Lounge". */
export function formatUnsafeName(row: Answers): string {
  const { type, location } = row;
  return [type, location].map(readText).filter(Boolean).join(", ") || "Appliance";
}

/** Adds the dangers to the rows of a notice: the engineer's answers stay, empty answers are filled in. */
export function withDangers(rows: readonly Answers[], dangers: readonly Danger[]): Answers[] {
  const written = rows.filter((row) => Object.values(row).some(isGiven));
  const filled = written.map((row) => {
    const danger = dangers.find((one) => isSameThing(one.row, row));
    return danger ? { ...danger.row, ...withoutEmpty(row) } : row;
  });
  const missing = dangers.filter((danger) => !written.some((row) => isSameThing(danger.row, row)));
  return [...filled, ...missing.map(({ row }) => row)];
}

/** A form of a visit, as far as the rules about dangers need it. */
export interface VisitForm {
  readonly customFormId: string;
  readonly completionStatus: FormProgress;
  readonly completedForm: Answers | null;
}

export type NoticeIssueCode =
  /** A danger for which the job has no notice. */
  | "no-notice"
  /** The notice has been started and is not complete. */
  | "notice-not-complete"
  /** Immediately Dangerous on one, At Risk on the other. */
  | "class-differs"
  /** Unsafe on the notice, safe on the completed record. */
  | "safe-on-record"
  /** There is a notice, and the record says that none was issued. */
  | "denied-on-record"
  /** The record quotes another notice. */
  | "number-differs";

export interface NoticeIssue {
  readonly code: NoticeIssueCode;
  /** A name such as "Gas fire, inset, Lounge". */
  readonly name: string;
  /** The record's answer that has the issue. */
  readonly recordPath: string;
  /** The classes of record and notice; null if there is none. */
  readonly classes: readonly [record: string | null, notice: string | null];
}

/** Returns where the dangers of a job's record and its warning notice disagree. */
export function findNoticeIssues(forms: readonly VisitForm[]): NoticeIssue[] {
  const record = findVisitForm(forms, formIds.gasSafetyRecord);
  if (!record) return [];
  const notice = findVisitForm(forms, formIds.warningNotice);
  const dangers = dangersOnRecord(record.answers);
  const ofDangers = dangers.flatMap((danger) => compareWithNotice(danger, notice));
  return record.isComplete && notice?.isComplete
    ? [...ofDangers, ...findDeniedDangers(record.answers, notice.rows, dangers)]
    : ofDangers;
}

/**
 * Returns the dangers of a job without a complete warning notice. A notice on a paper pad, quoted by its number,
 * counts as one.
 */
export function findMissingNotices(issues: readonly NoticeIssue[]): readonly NoticeIssue[] {
  return issues.filter(({ code }) => code === "no-notice" || code === "notice-not-complete");
}

/** Returns the missing notices that the engineer still has to write: none once the job is closed. */
export function findNoticesToWrite(
  job: { readonly status: JobStatus },
  issues: readonly NoticeIssue[],
): readonly NoticeIssue[] {
  return job.status === "Closed" ? [] : findMissingNotices(issues);
}

/** Returns the text of the note that tells the office why a job was closed without a notice. */
export function describeMissingNotices(missing: readonly NoticeIssue[], reason: string): string {
  const names = missing.map(({ name }) => name).join("; ");
  return cutText(`Closed without a warning notice for ${names}. Reason: ${reason}`, maxNoteText);
}

/**
 * Returns the forms of a job with the number of its complete notice on the record, wherever the record says that a
 * notice was issued and quotes no number. The notice may be written after the record, so the record may lack the
 * number.
 */
export function withNoticeQuoted<T extends VisitForm>(forms: readonly T[]): T[] {
  const notice = findVisitForm(forms, formIds.warningNotice);
  const number = notice?.isComplete ? readText(notice.answers["noticeNumber"]) : "";
  if (!notice || number === "") return [...forms];
  return forms.map((form) =>
    form.customFormId.toLowerCase() === formIds.gasSafetyRecord && form.completedForm
      ? { ...form, completedForm: addNoticeNumber(form.completedForm, notice.rows, number) }
      : form,
  );
}

function addNoticeNumber(record: Answers, onNotice: readonly Answers[], number: string): Answers {
  const unquoted = dangersOnRecord(record).filter(
    ({ isNoticeIssued, noticeNumber, row }) =>
      isNoticeIssued && noticeNumber === "" && onNotice.some((one) => isSameThing(row, one)),
  );
  if (unquoted.length === 0) return record;
  const paths = unquoted.map((danger) => recordPathFor(danger, "Number"));
  const list: unknown = record["appliances"];
  const appliances = readEntries(list).map((row, index) =>
    isRecord(row) && paths.includes(`appliances.${index}.warningNoticeNumber`)
      ? { ...row, warningNoticeNumber: number }
      : row,
  );
  return {
    ...record,
    ...(Array.isArray(list) && { appliances }),
    ...(paths.includes("pipeworkNoticeNumber") && { pipeworkNoticeNumber: number }),
  };
}

/**
 * Returns the answers of a record when the visit's own notice is removed: without its number, and without the answer
 * that it was issued. Null: the record does not quote it.
 */
export function withoutNoticeQuoted(
  record: Answers,
  notice: Pick<VisitForm, "completedForm">,
): Answers | null {
  const written = readText(notice.completedForm?.["noticeNumber"]);
  const isQuoted = (value: unknown) => {
    const number = readText(value);
    return number !== "" && (number === written || isOwnNoticeNumber(number));
  };
  const list: unknown = record["appliances"];
  const rows = readEntries(list);
  const quoting = readRows(rows).map((row) => isQuoted(row["warningNoticeNumber"]));
  const isOnPipework = isQuoted(record["pipeworkNoticeNumber"]);
  if (!isOnPipework && !quoting.includes(true)) return null;
  const appliances = rows.map((row, index) =>
    quoting[index] && isRecord(row)
      ? omitAnswers(row, ["warningNoticeIssued", "warningNoticeNumber"])
      : row,
  );
  const answers = isOnPipework
    ? omitAnswers(record, ["pipeworkNoticeIssued", "pipeworkNoticeNumber"])
    : record;
  return Array.isArray(list) ? { ...answers, appliances } : answers;
}

function omitAnswers(answers: Answers, names: readonly string[]): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !names.includes(name)));
}

/**
 * Whether the visit's warning notice says that the supply of the installation was capped. A capped appliance leaves the
 * rest of the property with gas.
 */
export function isSupplyCapped(forms: readonly VisitForm[]): boolean {
  const notice = findVisitForm(forms, formIds.warningNotice);
  return (notice?.rows ?? []).some(
    (row) => isInstallationPart(row["type"]) && row["isolation"] === "capped",
  );
}

/** Returns the dangers of a job's record without a complete notice. */
export function dangersWithoutNotice(forms: readonly VisitForm[]): Danger[] {
  const record = findVisitForm(forms, formIds.gasSafetyRecord);
  if (!record) return [];
  const notice = findVisitForm(forms, formIds.warningNotice);
  return dangersOnRecord(record.answers).filter(
    (danger) => findMissingNotices(compareWithNotice(danger, notice)).length > 0,
  );
}

interface RequiredForm extends VisitForm {
  readonly usageRequirement: number;
}

/** Whether the job is a complete check that found no fault: its required record has no defect. */
export function isFaultlessCheck(forms: readonly RequiredForm[]): boolean {
  const record = forms.find(({ customFormId }) => customFormId === formIds.gasSafetyRecord);
  if (record?.usageRequirement !== 3 || record.completionStatus !== "Complete") return false;
  const answers = record.completedForm ?? {};
  const isFaulty = readRows(answers["appliances"]).some((row) => row["hasDefect"] === "yes");
  const hasNotice = forms.some(
    ({ customFormId, completionStatus }) =>
      customFormId === formIds.warningNotice && completionStatus !== "NotStarted",
  );
  return !isFaulty && !isPipeworkFailed(answers) && !hasNotice;
}

interface VisitFormAnswers {
  readonly answers: Answers;
  readonly isComplete: boolean;
  readonly rows: readonly Answers[];
}

/** Returns a form of the visit that has answers; null if there is none. */
export function findVisitForm(forms: readonly VisitForm[], id: string): VisitFormAnswers | null {
  const form = forms.find(({ customFormId }) => customFormId.toLowerCase() === id);
  if (!form?.completedForm) return null;
  const { completedForm: answers, completionStatus } = form;
  return {
    answers,
    isComplete: completionStatus === "Complete",
    rows: readRows(answers["notices"]),
  };
}

function compareWithNotice(danger: Danger, notice: VisitFormAnswers | null): NoticeIssue[] {
  const { classification, noticeNumber, isNoticeIssued } = danger;
  const row = notice?.rows.find((one) => isSameThing(danger.row, one));
  const buildIssue = (code: NoticeIssueCode, field: "Issued" | "Number" | "class" = "Issued") => ({
    code,
    name: formatUnsafeName(danger.row),
    recordPath: recordPathFor(danger, field),
    classes: [classification, readText(row?.["classification"]) || null] as const,
  });
  if (!row || !notice?.isComplete) {
    const isOnPad = isNoticeIssued && noticeNumber !== "" && !isOwnNoticeNumber(noticeNumber);
    if (isOnPad) return [];
    return [buildIssue(row ? "notice-not-complete" : "no-notice")];
  }
  const found: NoticeIssue[] = [];
  if (row["classification"] !== classification) found.push(buildIssue("class-differs", "class"));
  if (!isNoticeIssued) found.push(buildIssue("denied-on-record"));
  const number = readText(notice.answers["noticeNumber"]);
  if (isNoticeIssued && noticeNumber !== "" && number !== "" && noticeNumber !== number)
    found.push(buildIssue("number-differs", "Number"));
  return found;
}

/** Returns what the notice calls a danger although the record inspected it and does not. */
function findDeniedDangers(
  record: Answers,
  rows: readonly Answers[],
  dangers: readonly Danger[],
): NoticeIssue[] {
  return rows.flatMap((row) => {
    const { classification } = row;
    if (!isDanger(classification) || dangers.some((danger) => isSameThing(danger.row, row)))
      return [];
    const recordPath = findRecordPath(record, row);
    if (recordPath === null) return [];
    const classes = [null, classification] as const;
    return [{ code: "safe-on-record" as const, name: formatUnsafeName(row), recordPath, classes }];
  });
}

function findRecordPath(record: Answers, row: Answers): string | null {
  if (row["type"] === pipework) return "pipeworkVisual";
  if (row["type"] === emergencyControl) return "emergencyControlAccessible";
  const index = readRows(record["appliances"]).findIndex(
    (appliance) => appliance["inspected"] === "yes" && isSameThing(appliance, row),
  );
  return index < 0 ? null : `appliances.${index}.safeToUse`;
}

/** Returns the path of the question about the notice of a danger, or of the one that classes it. */
export function recordPathFor(
  { path }: Pick<Danger, "path">,
  field: "Issued" | "Number" | "class",
): string {
  if (field === "class") return path;
  const isOfPipework = path === "pipeworkClassification";
  return isOfPipework
    ? `pipeworkNotice${field}`
    : path.replace(/classification$/, `warningNotice${field}`);
}

/**
 * Whether two rows are about the same appliance: by id, or by type and location if one has no id. A missing location
 * matches any.
 */
export function isSameThing(one: Answers, other: Answers): boolean {
  return isSame(one, other, true);
}

/** Like `isSameThing`, but a missing location does not match any other location. */
export function isSurelySameThing(one: Answers, other: Answers): boolean {
  return isSame(one, other, false);
}

function isSame(one: Answers, other: Answers, mayLackPlace: boolean): boolean {
  const [id, otherId] = [readText(one["propertyAssetId"]), readText(other["propertyAssetId"])];
  if (id && otherId) return id === otherId;
  // The record has one answer for the whole installation.
  if (isInstallationPart(one["type"]) && isInstallationPart(other["type"])) return true;
  const isEqual = (name: string, mayLack: boolean) => {
    const [value, otherValue] = [normaliseText(one[name]), normaliseText(other[name])];
    return value === otherValue || (mayLack && (!value || !otherValue));
  };
  return (
    normaliseText(one["type"]) !== "" && isEqual("type", false) && isEqual("location", mayLackPlace)
  );
}

/** Whether a danger of this type is about pipework, meter or emergency control, and not about an appliance. */
export function isInstallationPart(type: unknown): boolean {
  return installationParts.some((part) => part === type);
}

function isDanger(classification: unknown): classification is "ID" | "AR" {
  return needsWarningNotice(classification);
}

function withoutEmpty(row: Answers): Answers {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => isGiven(value)));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function normaliseText(value: unknown): string {
  return readText(value).toLowerCase();
}
