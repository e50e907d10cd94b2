import { readText } from "../unknown-values.ts";
import { dangersOnRecord, isSameItem, type VisitForm } from "./dangers.ts";
import { isFormInProgress } from "./form-states.ts";
import { formIds } from "./forms.ts";
import {
  buildNoticeNumber,
  findVisitForm,
  recordPathFor,
  withoutNoticeQuoted,
} from "./notice-issues.ts";

/** A value for a question of the gas safety record. */
export interface RecordAnswer {
  /** Such as `appliances.1.labelFitted`. */
  readonly path: string;
  readonly value: string;
}

/** What the notice and the record ask alike about an appliance: the record's question first. */
const ofAppliance = [
  ["defect", "fault"],
  ["remedialAction", "action"],
  ["labelFitted", "labelFitted"],
] as const;

/** The same about the pipework, for which the record has no question about the label. */
const ofPipework = [
  ["pipeworkDefect", "fault"],
  ["pipeworkAction", "action"],
] as const;

/**
 * Returns what the complete warning notice of a visit says about questions of its gas safety record, so that the
 * engineer does not answer them twice. The record uses a value only where it has no answer. A complete record gets none.
 */
export function recordAnswersFromNotice(forms: readonly VisitForm[]): readonly RecordAnswer[] {
  const record = findVisitForm(forms, formIds.gasSafetyRecord);
  const notice = findVisitForm(forms, formIds.warningNotice);
  if (!record || record.isComplete || !notice?.isComplete) return [];
  const ofDangers = dangersOnRecord(record.answers).flatMap((danger) => {
    const row = notice.rows.find((one) => isSameItem(danger.row, one));
    if (!row) return [];
    const [within, questions] = danger.path.startsWith("appliances.")
      ? [danger.path.replace(/classification$/, ""), ofAppliance]
      : ["", ofPipework];
    return [
      ...questions.map(([name, onNotice]) => ({
        path: `${within}${name}`,
        value: readText(row[onNotice]),
      })),
      { path: recordPathFor(danger, "Issued"), value: "yes" },
      { path: recordPathFor(danger, "Number"), value: readText(notice.answers["noticeNumber"]) },
    ];
  });
  return [...ofDangers, ...readInformedPerson(record.answers, notice.answers)].filter(
    ({ value }) => value !== "",
  );
}

/** Returns the number of the visit's notice, which the record quotes, also before the notice is written. */
export function readNoticeNumber(
  notice: Pick<VisitForm, "completedForm"> | null,
  formattedJobId: string,
  day: string,
): string {
  return (
    readText(notice?.completedForm?.["noticeNumber"]) || buildNoticeNumber(formattedJobId, day)
  );
}

/** Whether the record of the visit quotes this form, which is its warning notice. */
export function isQuotedOnRecord(forms: readonly VisitForm[], form: VisitForm): boolean {
  if (form.customFormId !== formIds.warningNotice) return false;
  const record = findVisitForm(forms, formIds.gasSafetyRecord);
  return record !== null && withoutNoticeQuoted(record.answers, form) !== null;
}

/** Returns the form to return to after another is completed: after the notice, the record that is not complete. */
export function findFormToReturnTo(
  customFormId: string,
  forms: readonly Pick<VisitForm, "customFormId" | "completionStatus">[],
): string | null {
  if (customFormId !== formIds.warningNotice) return null;
  const record = forms.find((form) => form.customFormId === formIds.gasSafetyRecord);
  return record && isFormInProgress(record) ? record.customFormId : null;
}

type Answers = Readonly<Record<string, unknown>>;

/** Whoever signed the notice is there, and may receive the record. A record that names somebody else stays as it is. */
function readInformedPerson(record: Answers, notice: Answers): RecordAnswer[] {
  const { informed, informedRole } = notice;
  const name = readText(notice["informedName"]);
  const receivedBy = readText(record["receivedBy"]);
  if (informed !== "signed" && informed !== "refused") return [];
  if (name === "" || (receivedBy !== "" && receivedBy !== name)) return [];
  return [
    { path: "tenantPresent", value: informed === "signed" ? "yes" : "" },
    { path: "receivedBy", value: name },
    { path: "receivedByRole", value: readText(informedRole) },
  ];
}
