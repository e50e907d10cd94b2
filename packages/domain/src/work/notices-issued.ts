import type { FormProgress } from "./form-states.ts";
import { formIds } from "./forms.ts";
import { needsWarningNotice } from "./gas-safety.ts";

interface VisitForm {
  readonly customFormId: string;
  readonly completionStatus: FormProgress;
  readonly completedForm: Readonly<Record<string, unknown>> | null;
}

/**
 * Where a gas safety record says that a warning notice was issued, and the visit has none: paths of its answers. A
 * notice with a number is on somebody's pad.
 */
export function noticesNotFound(forms: readonly VisitForm[]): string[] {
  const complete = forms.filter(({ completionStatus }) => completionStatus === "Complete");
  if (complete.some(({ customFormId }) => customFormId === formIds.warningNotice)) return [];
  const record = complete.find(({ customFormId }) => customFormId === formIds.gasSafetyRecord);
  const answers = record?.completedForm;
  if (!answers) return [];
  const appliances = Array.isArray(answers.appliances) ? (answers.appliances as unknown[]) : [];
  const paths = appliances.flatMap((row, index) =>
    isPromised(row) ? [`appliances.${index}.warningNoticeIssued`] : [],
  );
  const isOfPipework =
    needsWarningNotice(answers.pipeworkClassification) && answers.pipeworkNoticeIssued === "yes";
  return isOfPipework ? [...paths, "pipeworkNoticeIssued"] : paths;
}

function isPromised(row: unknown): boolean {
  if (typeof row !== "object" || row === null) return false;
  const { classification, warningNoticeIssued, warningNoticeNumber } = row as Record<
    string,
    unknown
  >;
  return (
    needsWarningNotice(classification) && warningNoticeIssued === "yes" && !warningNoticeNumber
  );
}
