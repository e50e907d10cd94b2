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

/** The warnings of earlier visits that an engineer needs before entering the property. */

type Answers = Readonly<Record<string, unknown>>;

/** A finished visit to the property. */
export interface PastVisit {
  /** `YYYY-MM-DD` */
  readonly visitedOn: string;
  /** Null if the engineer gained access. */
  readonly noAccess: { readonly reason: string | null } | null;
  readonly forms: readonly {
    readonly customFormId: string;
    readonly completionStatus: FormProgress;
    readonly completedForm: Answers | null;
  }[];
  /** True if the appointment no longer counts: the visit warns of its dangers, and ends no warning. */
  readonly isEvidence?: boolean;
}

export type VisitWarning =
  | {
      readonly kind: "danger";
      readonly visitedOn: string;
      readonly classification: "ID" | "AR";
      /** A name such as "Gas fire, inset, Lounge". */
      readonly name: string;
    }
  | { readonly kind: "no-access"; readonly visitedOn: string; readonly reason: string | null };

/**
 * Returns the dangers that no later visit has ended, then the attempts since access was last gained, each the newest
 * first. A danger ends only with a later complete record that inspected that appliance, or tested the installation,
 * and found it safe.
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
    // A visit that ends without access may still have found a danger, so its forms count like any other's.
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

/** Returns the dangers on the record and the notice of one visit, each appliance once. */
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
