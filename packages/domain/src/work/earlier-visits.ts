import { readRows } from "./contradictions.ts";
import {
  type Danger,
  dangersOnNotice,
  dangersOnRecord,
  isInstallationPart,
  isSameThing,
  isSurelySameThing,
  formatUnsafeName,
} from "./dangers.ts";
import type { FormProgress } from "./form-states.ts";
import { formIds } from "./forms.ts";

/** What an engineer should know of the visits before this one, before the door is opened. */

type Answers = Readonly<Record<string, unknown>>;

/** A visit that has ended at the property. */
export interface PastVisit {
  /** `YYYY-MM-DD` */
  readonly visitedOn: string;
  /** Null: the engineer got in. */
  readonly noAccess: { readonly reason: string | null } | null;
  readonly forms: readonly {
    readonly customFormId: string;
    readonly completionStatus: FormProgress;
    readonly completedForm: Answers | null;
  }[];
  /** Of an appointment that does not count any more: it warns of its dangers and ends nothing. */
  readonly isEvidence?: boolean;
}

export type VisitWarning =
  | {
      readonly kind: "danger";
      readonly visitedOn: string;
      readonly classification: "ID" | "AR";
      /** "Gas fire, inset, Lounge" */
      readonly name: string;
    }
  | { readonly kind: "no-access"; readonly visitedOn: string; readonly reason: string | null };

/**
 * Dangers that no later visit has ended, and the attempts since somebody was let in last; the newest first. A danger
 * ends only with a later complete record that inspected that appliance, or tested the installation, and found it safe.
 */
export function visitWarnings(visits: readonly PastVisit[]): VisitWarning[] {
  const inOrder = visits.toSorted((one, other) => one.visitedOn.localeCompare(other.visitedOn));
  let dangers: { readonly danger: Danger; readonly visitedOn: string }[] = [];
  let attempts: VisitWarning[] = [];
  for (const { visitedOn, noAccess, forms, isEvidence } of inOrder) {
    const found = collectDangers(forms).map((danger) => ({ danger, visitedOn }));
    if (isEvidence) {
      const isKnown = ({ row, classification }: Danger) =>
        dangers.some(
          ({ danger }) =>
            danger.classification === classification && isSurelySameThing(danger.row, row),
        );
      dangers = [...dangers, ...found.filter(({ danger }) => !isKnown(danger))];
      continue;
    }
    // A visit that ends without access may still have found something: its forms count like any other's.
    attempts = noAccess
      ? [...attempts, { kind: "no-access", visitedOn, reason: noAccess.reason }]
      : [];
    const record = completeRecord(forms);
    const isOver = (danger: Danger) =>
      found.some((one) => isSurelySameThing(one.danger.row, danger.row)) ||
      (record !== null && isSafeOn(record, danger));
    dangers = [...dangers.filter(({ danger }) => !isOver(danger)), ...found];
  }
  const warnings = dangers.map(({ danger, visitedOn }) => ({
    kind: "danger" as const,
    visitedOn,
    classification: danger.classification,
    name: formatUnsafeName(danger.row),
  }));
  return [...warnings.toReversed(), ...attempts.toReversed()];
}

/** Of the record and of the notice of one visit, each thing once. */
function collectDangers(forms: PastVisit["forms"]): Danger[] {
  const findAnswers = (id: string) =>
    forms.find(({ customFormId }) => customFormId.toLowerCase() === id)?.completedForm ?? {};
  const onRecord = dangersOnRecord(findAnswers(formIds.gasSafetyRecord));
  const onNotice = dangersOnNotice(findAnswers(formIds.warningNotice));
  return [
    ...onRecord,
    ...onNotice.filter(({ row }) => !onRecord.some((danger) => isSameThing(danger.row, row))),
  ];
}

function completeRecord(forms: PastVisit["forms"]): Answers | null {
  const record = forms.find(
    ({ customFormId }) => customFormId.toLowerCase() === formIds.gasSafetyRecord,
  );
  return record?.completionStatus === "Complete" ? record.completedForm : null;
}

function isSafeOn(record: Answers, { row }: Danger): boolean {
  if (isInstallationPart(row["type"]))
    return (
      record["pipeworkVisual"] === "pass" &&
      record["tightnessTest"] === "pass" &&
      record["emergencyControlAccessible"] === "yes"
    );
  return readRows(record["appliances"]).some(
    (appliance) =>
      appliance["inspected"] === "yes" &&
      appliance["safeToUse"] === "yes" &&
      isSurelySameThing(appliance, row),
  );
}
