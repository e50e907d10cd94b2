import { isRecord, readText } from "../unknown-values.ts";
import { addDays, isCalendarDay } from "../calendar/days.ts";
import { inspected, isGiven, isSafe } from "./appliance-row.ts";
import { combustionRules } from "./combustion-rules.ts";
import type { ContradictionRule, FormRules, RuleContext } from "./contradiction-rule.ts";
import { postcodeRule, registrationRules, telephoneRule } from "./detail-rules.ts";
import { dueDateRules } from "./due-date-rules.ts";
import { flueRules } from "./flue-rules.ts";
import type { FormAnswers } from "./form-states.ts";
import { formIds } from "./forms.ts";
import {
  isLeftOut,
  isPipeworkFailed,
  mayStayOn,
  needsWarningNotice,
  pipeworkChecks,
} from "./gas-safety.ts";

/**
 * Answers of a shipped form that contradict each other, because the procedure or the law excludes the combination, or
 * that cannot be what the form asks for. An error prevents completion; a warning asks whether the answer is right. This
 * table is the only place for such rules: the form on the phone and the check on the server read it.
 */
export interface Contradiction {
  readonly rule: string;
  readonly severity: "error" | "warning";
  /** The answer to change, such as `appliances.0.safeToUse`. */
  readonly path: string;
  readonly message: string;
}

const flueChecks = [
  "safetyDevices",
  "ventilation",
  "flueCondition",
  "termination",
  "flueFlow",
  "spillage",
] as const;

/** The checks of an appliance that pass, fail or do not apply. */
export const inspectionChecks = [...flueChecks, "applianceVisual"] as const;

/** If one of these fails, products of combustion or gas may enter the room, so the defect is never only advisory. */
export const dangerousChecks = ["safetyDevices", "flueFlow", "spillage"] as const;

const isUnsafe = (row: FormAnswers) => inspected(row) && row["safeToUse"] === "no";
const hasNoDefect = (row: FormAnswers) => inspected(row) && row["hasDefect"] === "no";
/** The class stays among the answers when the defect is removed, so it counts only with a defect. */
const readClass = (row: FormAnswers) =>
  inspected(row) && row["hasDefect"] === "yes" ? row["classification"] : undefined;
const failed = (row: FormAnswers, checks: readonly string[]) =>
  inspected(row) && checks.some((check) => row[check] === "no" || row[check] === "fail");

/** Alarms have their own forms. Lists of the office use different texts for them. */
const isAlarm = ({ type }: FormAnswers) =>
  typeof type === "string" && /\b(alarm|detector)s?\b/i.test(type);

/**
 * The Smoke and Carbon Monoxide Alarm (Amendment) Regulations 2022 require no alarm for a gas cooker, for which lists of
 * the office use different texts. A type that is not known is no reason to ask for an alarm.
 */
const needsCoAlarm = (row: FormAnswers) =>
  readText(row["type"]) !== "" &&
  !isAlarm(row) &&
  !/\b(cookers?|cooking|hobs?|ovens?|grills?)\b/i.test(readText(row["type"]));

/** An appliance that burns has a pressure and a heat input above 0. */
const isMeasured = (reading: unknown) => isGiven(reading) && reading !== 0;

const isDuplicate = (row: FormAnswers, { rows }: RuleContext) => {
  const { propertyAssetId } = row;
  if (!isGiven(propertyAssetId)) return false;
  return rows.filter((other) => other["propertyAssetId"] === propertyAssetId).length > 1;
};

const isAfter = (day: unknown, other: unknown) =>
  isCalendarDay(day) && isCalendarDay(other) && day > other;

const isBlank = (value: unknown) => typeof value !== "string" || value.trim() === "";

const noNoticeNumber =
  "A warning notice has a number: enter it here, or select 'Write the warning notice'.";

const noLabel = "Immediately Dangerous: the label is required.";

const daysUntilLate = 31;

const applianceRules: readonly ContradictionRule[] = [
  {
    rule: "appliance-is-an-alarm",
    severity: "error",
    at: "type",
    reads: [],
    message: "An alarm is not a gas appliance: record it under Alarms.",
    applies: isAlarm,
  },
  {
    rule: "appliance-twice",
    severity: "error",
    at: "propertyAssetId",
    reads: [],
    message: "This appliance is on the record twice: remove one of them.",
    applies: isDuplicate,
  },
  {
    // Regulation 36 asks for a check of each appliance that the landlord owns.
    rule: "landlords-appliance-not-inspected",
    severity: "warning",
    at: "inspected",
    reads: ["landlordsAppliance"],
    message: "This is the landlord's appliance: the yearly check is not complete without it.",
    // A record of which nothing was inspected cannot be completed.
    applies: (row, { rows }) => isLeftOut(row) && rows.some(inspected),
  },
  {
    rule: "nothing-read",
    severity: "error",
    at: "operatingPressure",
    reads: ["inspected", "safeToUse", "heatInput", "combustionTested"],
    message: "Safe to use: give the operating pressure, the heat input or the combustion readings.",
    applies: (row) =>
      isSafe(row) &&
      !isMeasured(row["operatingPressure"]) &&
      !isMeasured(row["heatInput"]) &&
      row["combustionTested"] !== "yes",
  },
  ...combustionRules,
  {
    rule: "nothing-tested",
    severity: "error",
    at: "safetyDevices",
    reads: ["inspected", "safeToUse", ...flueChecks.slice(1)],
    message: "Safe to use, but no check of it applies: check the safety devices.",
    applies: (row) => isSafe(row) && flueChecks.every((check) => row[check] === "na"),
  },
  ...flueRules,
  {
    rule: "failed-check-without-defect",
    severity: "error",
    at: "hasDefect",
    reads: ["inspected", ...inspectionChecks],
    message: "A check failed: record the defect.",
    applies: (row) => hasNoDefect(row) && failed(row, inspectionChecks),
  },
  {
    rule: "unsafe-without-defect",
    severity: "error",
    at: "hasDefect",
    reads: ["inspected", "safeToUse"],
    message: "It is not safe to use: record the defect.",
    applies: (row) => hasNoDefect(row) && isUnsafe(row),
  },
  {
    rule: "dangerous-check-is-advisory",
    severity: "error",
    at: "classification",
    reads: ["inspected", "hasDefect", ...dangerousChecks],
    message:
      "A failed safety device, flue flow or spillage check is At Risk or Immediately Dangerous.",
    applies: (row) => readClass(row) === "NCS" && failed(row, dangerousChecks),
  },
  {
    rule: "unsafe-is-advisory",
    severity: "error",
    at: "classification",
    reads: ["inspected", "hasDefect", "safeToUse"],
    message: "It is not safe to use: that is At Risk or Immediately Dangerous.",
    applies: (row) => readClass(row) === "NCS" && isUnsafe(row),
  },
  {
    rule: "danger-is-safe",
    severity: "error",
    at: "safeToUse",
    reads: ["inspected", "hasDefect", "classification"],
    message: "An appliance classed Immediately Dangerous or At Risk is not safe to use.",
    applies: (row) => isSafe(row) && needsWarningNotice(readClass(row)),
  },
  {
    rule: "dangerous-check-is-safe",
    severity: "error",
    at: "safeToUse",
    reads: ["inspected", ...dangerousChecks],
    message: "A safety device, flue flow or spillage check failed: it is not safe to use.",
    applies: (row) => isSafe(row) && failed(row, dangerousChecks),
  },
  {
    rule: "failed-check-is-safe",
    severity: "warning",
    at: "safeToUse",
    reads: ["inspected", "hasDefect", "classification", ...inspectionChecks],
    message: "A check failed. Say that it is safe to use only if you are sure.",
    applies: (row) => isSafe(row) && readClass(row) === "NCS" && failed(row, inspectionChecks),
  },
  {
    // The procedure asks for the label even if permission to disconnect is refused.
    rule: "danger-without-label",
    severity: "error",
    at: "labelFitted",
    reads: ["inspected", "hasDefect", "classification"],
    message: noLabel,
    applies: (row) => readClass(row) === "ID" && row["labelFitted"] === "no",
  },
  {
    rule: "notice-without-number",
    severity: "error",
    at: "warningNoticeNumber",
    reads: ["inspected", "hasDefect", "classification", "warningNoticeIssued"],
    message: noNoticeNumber,
    applies: (row) =>
      needsWarningNotice(readClass(row)) &&
      row["warningNoticeIssued"] === "yes" &&
      isBlank(row["warningNoticeNumber"]),
  },
];

const notInFuture = (at: string, message: string): ContradictionRule => ({
  rule: `${at}-in-future`,
  severity: "error",
  at,
  reads: [],
  message,
  applies: (row, { today }) => isAfter(row[at], today),
});

const recordRules: readonly ContradictionRule[] = [
  postcodeRule,
  ...registrationRules,
  telephoneRule("businessPhone", "optional"),
  telephoneRule("occupierPhone", "optional"),
  telephoneRule("landlordPhone", "optional"),
  notInFuture("inspectionDate", "The date of the check is in the future."),
  {
    rule: "check-long-ago",
    severity: "warning",
    at: "inspectionDate",
    reads: [],
    message: `The check was more than ${daysUntilLate} days ago. Look at the date again.`,
    applies: ({ inspectionDate }, { today }) =>
      isCalendarDay(inspectionDate) &&
      today !== null &&
      inspectionDate < addDays(today, -daysUntilLate),
  },
  ...dueDateRules,
  {
    rule: "nothing-inspected",
    severity: "error",
    at: "appliances",
    reads: [],
    message:
      "No appliance was inspected: this is not a gas safety check. Inspect one, or leave the record and choose another outcome.",
    applies: ({ appliances }) => {
      const rows = readRows(appliances);
      return rows.length > 0 && rows.every((row) => row["inspected"] === "no");
    },
  },
  {
    rule: "tightness-is-advisory",
    severity: "error",
    at: "pipeworkClassification",
    reads: ["tightnessTest"],
    message: "A failed tightness test is At Risk or Immediately Dangerous.",
    applies: ({ tightnessTest, pipeworkClassification }) =>
      tightnessTest === "fail" && pipeworkClassification === "NCS",
  },
  {
    rule: "notice-without-number",
    severity: "error",
    at: "pipeworkNoticeNumber",
    reads: [...pipeworkChecks, "pipeworkClassification", "pipeworkNoticeIssued"],
    message: noNoticeNumber,
    applies: (record) =>
      isPipeworkFailed(record) &&
      needsWarningNotice(record["pipeworkClassification"]) &&
      record["pipeworkNoticeIssued"] === "yes" &&
      isBlank(record["pipeworkNoticeNumber"]),
  },
  {
    rule: "co-alarm-not-applicable",
    severity: "warning",
    at: "coAlarmFitted",
    reads: ["appliances"],
    message: "A room with a fixed combustion appliance needs a CO alarm: tell the landlord.",
    applies: ({ coAlarmFitted, appliances }) =>
      coAlarmFitted === "na" && readRows(appliances).some(needsCoAlarm),
  },
  {
    rule: "co-alarm-out-of-date",
    severity: "warning",
    at: "coAlarmInDate",
    reads: ["coAlarmFitted"],
    message: "A CO alarm that is past its date needs to be replaced: tell the landlord.",
    applies: ({ coAlarmFitted, coAlarmInDate }) =>
      coAlarmFitted === "yes" && coAlarmInDate === "no",
  },
  {
    rule: "co-alarm-failed",
    severity: "warning",
    at: "coAlarmTested",
    reads: ["coAlarmFitted"],
    message: "A CO alarm that fails its test needs to be repaired or replaced: tell the landlord.",
    applies: ({ coAlarmFitted, coAlarmTested }) =>
      coAlarmFitted === "yes" && coAlarmTested === "fail",
  },
  {
    rule: "smoke-alarm-failed",
    severity: "warning",
    at: "smokeAlarmTested",
    reads: ["smokeAlarmFitted"],
    message:
      "A smoke alarm that fails its test needs to be repaired or replaced: tell the landlord.",
    applies: ({ smokeAlarmFitted, smokeAlarmTested }) =>
      smokeAlarmFitted === "yes" && smokeAlarmTested === "fail",
  },
  {
    rule: "signed-before-check",
    severity: "error",
    at: "signedOn",
    reads: ["inspectionDate"],
    message: "The record is signed before the check was made.",
    applies: ({ signedOn, inspectionDate }) => isAfter(inspectionDate, signedOn),
  },
  notInFuture("signedOn", "The date of the signature is in the future."),
];

/** Whether the action taken, as the engineer typed it, says that the gas was turned off. */
const saysShutOff = (action: unknown) =>
  typeof action === "string" &&
  /\b((turned|shut|switched) off|isolated|disconnected|capped)\b/i.test(action) &&
  !/\b(not|refused|left on|back on)\b/i.test(action);

const unsafeRules: readonly ContradictionRule[] = [
  {
    rule: "unsafe-is-an-alarm",
    severity: "error",
    at: "type",
    reads: [],
    message: "An alarm is not a gas appliance.",
    applies: isAlarm,
  },
  {
    rule: "appliance-twice",
    severity: "error",
    at: "propertyAssetId",
    reads: [],
    message: "This appliance is on the notice twice: remove one of them.",
    applies: isDuplicate,
  },
  {
    rule: "danger-left-on",
    severity: "error",
    at: "isolation",
    reads: ["classification"],
    message: "Immediately Dangerous: disconnect or cap it, or record that permission was refused.",
    applies: ({ classification, isolation }) => !mayStayOn(classification, isolation),
  },
  {
    // The action is free text, so this is a warning only: the words may mean something else.
    rule: "turned-off-left-on",
    severity: "warning",
    at: "isolation",
    reads: ["action"],
    message: "The action taken says that it was turned off. Was the gas supply to it left on?",
    applies: ({ action, isolation }) => isolation === "leftOn" && saysShutOff(action),
  },
  {
    rule: "danger-without-label",
    severity: "error",
    at: "labelFitted",
    reads: ["classification"],
    message: noLabel,
    applies: ({ classification, labelFitted }) => classification === "ID" && labelFitted === "no",
  },
];

const datedForm: FormRules = {
  form: [notInFuture("date", "The date is in the future.")],
  lists: {},
};

const noticeRules: readonly ContradictionRule[] = [
  ...datedForm.form,
  ...registrationRules,
  telephoneRule("businessPhone", "required"),
  postcodeRule,
  telephoneRule("landlordPhone", "optional"),
];

const rulesByForm: Readonly<Record<string, FormRules>> = {
  [formIds.gasSafetyRecord]: { form: recordRules, lists: { appliances: applianceRules } },
  [formIds.warningNotice]: { form: noticeRules, lists: { notices: unsafeRules } },
  [formIds.boilerService]: { form: [...datedForm.form, postcodeRule], lists: {} },
  [formIds.alarmTest]: datedForm,
  [formIds.riskAssessment]: datedForm,
  [formIds.dampAndMould]: datedForm,
};

/** Returns the rules of a form; null if the table has none. */
export function contradictionRules(customFormId: string): FormRules | null {
  const id = customFormId.toLowerCase();
  return Object.hasOwn(rulesByForm, id) ? (rulesByForm[id] ?? null) : null;
}

/** Returns the contradictions in the answers of a form, in the order of the table. */
export function findContradictions(
  customFormId: string,
  form: FormAnswers,
  today: string | null,
  previous: FormAnswers = {},
): Contradiction[] {
  const rules = contradictionRules(customFormId);
  if (!rules) return [];
  const applyRules = (
    row: FormAnswers,
    of: readonly ContradictionRule[],
    rows: readonly FormAnswers[],
    at: string,
  ) =>
    of
      .filter(({ applies }) => applies(row, { today, form, rows, previous }))
      .map(({ rule, severity, message, at: question }) => ({
        rule,
        severity,
        message,
        path: `${at}${question}`,
      }));
  const inLists = Object.entries(rules.lists).flatMap(([list, ofList]) => {
    const rows = readRows(form[list]);
    return rows.flatMap((row, index) => applyRules(row, ofList, rows, `${list}.${index}.`));
  });
  return [...applyRules(form, rules.form, [], ""), ...inLists];
}

/** Returns the entries of a list. A malformed entry becomes an empty one, so that the others keep their index. */
export function readRows(list: unknown): readonly FormAnswers[] {
  return readEntries(list).map((row) => (isRecord(row) ? row : {}));
}

/** Returns the entries of a list as they are; none for an answer that is no list. */
export function readEntries(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}
