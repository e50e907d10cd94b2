import type { SafetyForm } from "@fieldfare/contract/office";
import { installationParts, needsWarningNotice } from "@fieldfare/domain";

type Finding = SafetyForm["findings"][number];

/**
 * Lists the dangers, Immediately Dangerous first, that the record and the notices of a job name. What the record and a notice of
 * the same visit both name is there once, as the notice has it: it has the number, and whether making safe was refused.
 */
export function listDangers(forms: readonly SafetyForm[]): Finding[] {
  const onNotices = findingsOf(forms, "warning-notice");
  const unmatched = [...onNotices];
  const onRecordAlone = findingsOf(forms, "gas-safety-record").filter((finding) => {
    const place = unmatched.findIndex((other) => isSameDanger(finding, other));
    if (place < 0) return true;
    unmatched.splice(place, 1);
    return false;
  });
  const isImmediate = ({ classification }: Finding) => Number(classification === "ID");
  return [...onNotices, ...onRecordAlone].toSorted(
    (one, other) => isImmediate(other) - isImmediate(one),
  );
}

/** The record has one question about the pipework, the meter and the emergency control; a notice names which, and where. */
function isSameDanger(one: Finding, other: Finding): boolean {
  if (one.classification !== other.classification) return false;
  return one.name === other.name || (isInstallation(one) && isInstallation(other));
}

function isInstallation({ name }: Finding): boolean {
  return installationParts.some((part) => name === part || name.startsWith(`${part},`));
}

function findingsOf(forms: readonly SafetyForm[], ofKind: SafetyForm["kind"]): Finding[] {
  return forms
    .filter(({ kind }) => kind === ofKind)
    .flatMap(({ findings }) => findings)
    .filter(({ classification }) => needsWarningNotice(classification));
}
