import { readText } from "../unknown-values.ts";
import { readRows } from "./contradictions.ts";
import type { FormProgress } from "./form-states.ts";
import { formIds } from "./forms.ts";
import {
  isPipeFailed,
  isPipeworkFailed,
  needsWarningNotice,
  pipeworkChecks,
} from "./gas-safety.ts";

/** These rules read the dangers that a gas safety record or a warning notice classes. */

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
    const danger = dangers.find((one) => isSameItem(one.row, row));
    return danger ? { ...danger.row, ...withoutEmpty(row) } : row;
  });
  const missing = dangers.filter((danger) => !written.some((row) => isSameItem(danger.row, row)));
  return [...filled, ...missing.map(({ row }) => row)];
}

/** A form of a visit, as far as the rules about dangers need it. */
export interface VisitForm {
  readonly customFormId: string;
  readonly completionStatus: FormProgress;
  readonly completedForm: Answers | null;
}

/**
 * Whether two rows are about the same item: the same appliance, by id, or by type and location if one has no id; or both
 * about the installation. A missing location matches any.
 */
export function isSameItem(one: Answers, other: Answers): boolean {
  return isSame(one, other, true);
}

/** Like `isSameItem`, but a missing location does not match any other location. */
export function isCertainlySameItem(one: Answers, other: Answers): boolean {
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

/** Whether the class is one of danger, Immediately Dangerous or At Risk. */
export function isDanger(classification: unknown): classification is "ID" | "AR" {
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
