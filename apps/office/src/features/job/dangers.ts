import type { SafetyForm } from "@fieldfare/contract/office";
import { needsWarningNotice } from "@fieldfare/domain";

type Finding = SafetyForm["findings"][number];

/**
 * Lists the dangers, Immediately Dangerous first, that the record and the notices of a job name. What the record and a notice of
 * the same visit both name is there once, as the notice has it: it has the number, and whether making safe was refused.
 */
export function listDangers(forms: readonly SafetyForm[]): Finding[] {
  const order = ["warning-notice", "gas-safety-record"] as const;
  const dangers = new Map<string, Finding>();
  for (const finding of order.flatMap((kind) => findingsOf(forms, kind))) {
    const key = `${finding.classification} ${finding.name}`;
    if (!dangers.has(key)) dangers.set(key, finding);
  }
  const isImmediate = ({ classification }: Finding) => Number(classification === "ID");
  return [...dangers.values()].toSorted((one, other) => isImmediate(other) - isImmediate(one));
}

function findingsOf(forms: readonly SafetyForm[], ofKind: SafetyForm["kind"]): Finding[] {
  return forms
    .filter(({ kind }) => kind === ofKind)
    .flatMap(({ findings }) => findings)
    .filter(({ classification }) => needsWarningNotice(classification));
}
