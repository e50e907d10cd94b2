import { readText } from "../unknown-values.ts";
import { readRows } from "./contradictions.ts";
import {
  formatUnsafeName,
  hasDefectOnRecord,
  installationParts,
  type VisitForm,
} from "./dangers.ts";
import { formIds } from "./forms.ts";
import { isPipeworkFailed, type UnsafeClass, unsafeClasses } from "./gas-safety.ts";

type Answers = Readonly<Record<string, unknown>>;

/** A defect of a gas safety record, or one part of a warning notice, as the office reads it. */
export interface SafetyFinding {
  /** Null: the engineer gave no class. */
  readonly classification: UnsafeClass | null;
  /** A name such as "Gas fire, inset, Lounge". */
  readonly name: string;
  readonly fault: string;
  readonly action: string;
  /** Whether a warning notice was issued; null: the form does not say. */
  readonly isNoticeIssued: boolean | null;
  /** Empty: none is quoted. */
  readonly noticeNumber: string;
  /** The responsible person refused to have it made safe. */
  readonly isRefused: boolean;
  /** The engineer marked it as reportable under RIDDOR. */
  readonly isReportable: boolean;
}

/** Returns the defects of a completed record, or the parts of a completed notice. Other forms have none. */
export function findingsOnForm({
  customFormId,
  completedForm,
}: Pick<VisitForm, "customFormId" | "completedForm">): SafetyFinding[] {
  const answers = completedForm ?? {};
  const id = customFormId.toLowerCase();
  if (id === formIds.gasSafetyRecord) return findingsOnRecord(answers);
  if (id === formIds.warningNotice) return findingsOnNotice(answers);
  return [];
}

function findingsOnRecord(record: Answers): SafetyFinding[] {
  const appliances = readRows(record["appliances"])
    .filter(
      (row) => hasDefectOnRecord(row) || (row["inspected"] !== "no" && row["safeToUse"] === "no"),
    )
    .map((row) => ({
      classification: readClass(row["classification"]),
      name: formatUnsafeName(row),
      fault: readText(row["defect"]),
      action: readText(row["remedialAction"]),
      isNoticeIssued: readYesNo(row["warningNoticeIssued"]),
      noticeNumber: readText(row["warningNoticeNumber"]),
      isRefused: false,
      isReportable: false,
    }));
  if (!isPipeworkFailed(record) && record["equipotentialBonding"] !== "no") return appliances;
  return [
    ...appliances,
    {
      classification: readClass(record["pipeworkClassification"]),
      name: installationParts[0],
      fault: readText(record["pipeworkDefect"]),
      action: readText(record["pipeworkAction"]),
      isNoticeIssued: readYesNo(record["pipeworkNoticeIssued"]),
      noticeNumber: readText(record["pipeworkNoticeNumber"]),
      isRefused: false,
      isReportable: false,
    },
  ];
}

function findingsOnNotice(notice: Answers): SafetyFinding[] {
  return readRows(notice["notices"]).map((row) => ({
    classification: readClass(row["classification"]),
    name: formatUnsafeName(row),
    fault: readText(row["fault"]),
    action: readText(row["action"]),
    isNoticeIssued: true,
    noticeNumber: readText(notice["noticeNumber"]),
    isRefused: row["isolation"] === "refused" || row["isolation"] === "leftOn",
    isReportable: row["riddor"] === "yes",
  }));
}

function readClass(value: unknown): UnsafeClass | null {
  return unsafeClasses.find((known) => known === value) ?? null;
}

function readYesNo(value: unknown): boolean | null {
  return value === "yes" ? true : value === "no" ? false : null;
}
