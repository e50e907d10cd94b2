import { isRecord, readText } from "../unknown-values.ts";
import type { JobStatus } from "../job/status.ts";
import { readEntries, readRows } from "./contradictions.ts";
import { cutText } from "./cut.ts";
import {
  type Danger,
  dangersOnRecord,
  formatUnsafeName,
  installationParts,
  isDanger,
  isInstallationPart,
  isSameItem,
  type VisitForm,
} from "./dangers.ts";
import { formIds } from "./forms.ts";
import { isPipeworkFailed } from "./gas-safety.ts";
import { maxNoteText } from "./notes.ts";

/** These rules compare the dangers of a visit's gas safety record with its warning notice. */

type Answers = Readonly<Record<string, unknown>>;

const [pipework, , emergencyControl] = installationParts;

/**
 * Builds the number of the visit's own notice. It exists before the notice is written, so that the record can quote
 * it.
 */
export function buildNoticeNumber(formattedJobId: string, day: string): string {
  return `WN-${formattedJobId}-${day.slice(2).replaceAll("-", "")}`;
}

/** Whether the number is one of `buildNoticeNumber`. Any other is that of a notice on a paper pad. */
export function isOwnNoticeNumber(number: string): boolean {
  return /^WN-.+-\d{6}$/.test(number);
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

/** Returns where the record contradicts a notice that is complete. */
export function findContradictedNotices(issues: readonly NoticeIssue[]): readonly NoticeIssue[] {
  const missing = findMissingNotices(issues);
  return issues.filter((issue) => !missing.includes(issue));
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
      isNoticeIssued && noticeNumber === "" && onNotice.some((one) => isSameItem(row, one)),
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
 * Returns the forms of a visit with a record that says that no notice was issued, of each danger for which it quotes the job's own
 * notice and that no complete notice names: the number is known before the notice is written, and a record that leaves the phone
 * must not quote a notice that does not exist.
 */
export function withoutUnwrittenNotice<T extends VisitForm>(
  forms: readonly T[],
  formattedJobId: string,
): T[] {
  const unwritten = dangersWithoutNotice(forms).filter(
    ({ isNoticeIssued, noticeNumber }) =>
      isNoticeIssued &&
      isOwnNoticeNumber(noticeNumber) &&
      noticeNumber.startsWith(`WN-${formattedJobId}-`),
  );
  if (unwritten.length === 0) return [...forms];
  const paths = unwritten.map((danger) => recordPathFor(danger, "Number"));
  return forms.map((form) =>
    form.customFormId.toLowerCase() === formIds.gasSafetyRecord && form.completedForm
      ? { ...form, completedForm: denyNotice(form.completedForm, paths) }
      : form,
  );
}

/** `paths` are those of the numbers to take out. */
function denyNotice(record: Answers, paths: readonly string[]): Answers {
  const list: unknown = record["appliances"];
  const appliances = readEntries(list).map((row, index) =>
    isRecord(row) && paths.includes(`appliances.${index}.warningNoticeNumber`)
      ? { ...omitAnswers(row, ["warningNoticeNumber"]), warningNoticeIssued: "no" }
      : row,
  );
  const answers = paths.includes("pipeworkNoticeNumber")
    ? { ...omitAnswers(record, ["pipeworkNoticeNumber"]), pipeworkNoticeIssued: "no" }
    : record;
  return Array.isArray(list) ? { ...answers, appliances } : answers;
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

/** What the visit's warning notice says to be off. */
export interface GasOff {
  /** The supply of the installation was capped. */
  readonly isSupplyCapped: boolean;
  /** Every boiler of the visit was disconnected, turned off or capped. */
  readonly isBoilerOff: boolean;
}

/** Reads what the visit's warning notice says to be off. */
export function readGasOff(forms: readonly VisitForm[]): GasOff {
  const notice = findVisitForm(forms, formIds.warningNotice);
  const record = findVisitForm(forms, formIds.gasSafetyRecord);
  const off = (notice?.rows ?? []).filter(
    (row) => isBoiler(row) && shutOff.has(readText(row["isolation"])),
  );
  const others = readRows(record?.answers["appliances"]).filter(
    (row) => isBoiler(row) && row["inspected"] !== "no" && !off.some((one) => isSameItem(row, one)),
  );
  return {
    isSupplyCapped: isSupplyCapped(forms),
    isBoilerOff: off.length > 0 && others.length === 0,
  };
}

/** The notice's answers that leave an appliance without gas. */
const shutOff: ReadonlySet<string> = new Set(["disconnected", "turnedOff", "capped"]);

function isBoiler(row: Answers): boolean {
  return /boiler/i.test(readText(row["type"]));
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
  const row = notice?.rows.find((one) => isSameItem(danger.row, one));
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
    if (!isDanger(classification) || dangers.some((danger) => isSameItem(danger.row, row)))
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
    (appliance) => appliance["inspected"] === "yes" && isSameItem(appliance, row),
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

/** Whether the question at a path of the record only quotes the warning notice: that it was issued, and its number. */
export function quotesNotice(path: string): boolean {
  return /(^pipework|\.warning)Notice(Issued|Number)$/.test(path);
}
