import { compareMoments } from "../calendar/moments.ts";
import { readRows } from "./contradictions.ts";
import {
  type Danger,
  dangersOnNotice,
  dangersOnRecord,
  isInstallationPart,
  isSameItem,
  isCertainlySameItem,
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

/** A danger that no visit has ended so far. `row` is null where only its name is known. */
interface OpenDanger {
  readonly row: Answers | null;
  readonly warning: Extract<VisitWarning, { kind: "danger" }>;
}

/**
 * Returns the dangers that no later visit has ended, then the attempts since access was last gained, each the newest
 * first. A danger ends only with a later complete record that inspected that appliance, or tested the installation,
 * and found it safe.
 * `known`: the warnings of the visits before these.
 */
export function visitWarnings(
  visits: readonly PastVisit[],
  known: readonly VisitWarning[] = [],
): VisitWarning[] {
  const inOrder = visits.toSorted((one, other) => compareMoments(one.visitedOn, other.visitedOn));
  const knownInOrder = known.toReversed();
  let dangers: OpenDanger[] = knownInOrder.flatMap((warning) =>
    warning.kind === "danger" ? [{ row: null, warning }] : [],
  );
  let attempts: VisitWarning[] = knownInOrder.filter(({ kind }) => kind === "no-access");
  for (const { visitedOn, noAccess, forms, isEvidence } of inOrder) {
    const found = collectDangers(forms).map((danger) => openDanger(danger, visitedOn));
    if (isEvidence) {
      const isKnown = ({ row, warning }: OpenDanger) =>
        dangers.some(
          (danger) =>
            danger.warning.classification === warning.classification && isDangerOf(danger, row),
        );
      dangers = [...dangers, ...found.filter((danger) => !isKnown(danger))];
      continue;
    }
    // A visit that ends without access may still have found a danger, so its forms count like any other's.
    attempts = noAccess
      ? [...attempts, { kind: "no-access", visitedOn, reason: noAccess.reason }]
      : [];
    const record = completeRecord(forms);
    const isOver = (danger: OpenDanger) =>
      found.some(({ row }) => isDangerOf(danger, row)) ||
      (record !== null && isSafeOn(record, danger));
    dangers = [...dangers.filter((danger) => !isOver(danger)), ...found];
  }
  return [...dangers.map(({ warning }) => warning).toReversed(), ...attempts.toReversed()];
}

/** Returns the known dangers that the forms of a visit under way neither end nor find again. */
export function findDangersLeftOpen(
  known: readonly VisitWarning[],
  forms: PastVisit["forms"],
): Extract<VisitWarning, { kind: "danger" }>[] {
  const dangers = known.filter((warning) => warning.kind === "danger");
  // There is only one visit, so its day says nothing.
  const left = visitWarnings([{ visitedOn: "", noAccess: null, forms }], dangers);
  return dangers.filter((danger) => left.includes(danger));
}

function openDanger({ row, classification }: Danger, visitedOn: string): OpenDanger {
  const name = formatUnsafeName(row);
  return { row, warning: { kind: "danger", visitedOn, classification, name } };
}

/** Whether the danger is that of this row: of the same appliance, or by its name where no more is known of it. */
function isDangerOf({ row: own, warning }: OpenDanger, row: Answers | null): boolean {
  if (own && row) return isCertainlySameItem(own, row);
  if (!row || typeof row["type"] !== "string") return false;
  if (isInstallationPart(warning.name)) return isInstallationPart(row["type"]);
  return warning.name.toLowerCase() === formatUnsafeName(row).toLowerCase();
}

/**
 * Returns the dangers on the record and the notice of one visit, each appliance once. One that is Immediately Dangerous on either is
 * so for the next engineer, although the other says At Risk.
 */
function collectDangers(forms: PastVisit["forms"]): Danger[] {
  const findAnswers = (id: string) =>
    forms.find(({ customFormId }) => customFormId.toLowerCase() === id)?.completedForm ?? {};
  const onRecord = dangersOnRecord(findAnswers(formIds.gasSafetyRecord));
  const onNotice = dangersOnNotice(findAnswers(formIds.warningNotice));
  const isImmediateOnNotice = ({ row }: Danger) =>
    onNotice.some((other) => other.classification === "ID" && isSameItem(row, other.row));
  return [
    ...onRecord.map((danger) =>
      isImmediateOnNotice(danger) ? { ...danger, classification: "ID" as const } : danger,
    ),
    ...onNotice.filter(({ row }) => !onRecord.some((danger) => isSameItem(danger.row, row))),
  ];
}

function completeRecord(forms: PastVisit["forms"]): Answers | null {
  const record = forms.find(
    ({ customFormId }) => customFormId.toLowerCase() === formIds.gasSafetyRecord,
  );
  return record?.completionStatus === "Complete" ? record.completedForm : null;
}

function isSafeOn(record: Answers, danger: OpenDanger): boolean {
  if (isInstallationPart(danger.row ? danger.row["type"] : danger.warning.name))
    return (
      record["pipeworkVisual"] === "pass" &&
      record["tightnessTest"] === "pass" &&
      record["emergencyControlAccessible"] === "yes"
    );
  return readRows(record["appliances"]).some(
    (appliance) =>
      appliance["inspected"] === "yes" &&
      appliance["safeToUse"] === "yes" &&
      isDangerOf(danger, appliance),
  );
}
