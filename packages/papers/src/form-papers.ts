import { formIds, photoIds } from "@fieldfare/domain";
import type { JobCustomForm } from "@fieldfare/contract";
import { documentCode, type DocumentKind, type DocumentVisit } from "./document-code.ts";
import type { CompletedForm } from "./gas-safety/completed-form.ts";
import { gasSafetyRecord } from "./gas-safety/gas-safety-record.ts";
import { warningNotice } from "./gas-safety/warning-notice.ts";
import type { Paper } from "./paper.ts";

export type FormPaperKind = Exclude<DocumentKind, "job-sheet">;

interface FormPaper {
  readonly kind: FormPaperKind;
  /** What its file is called, before the job's number. */
  readonly name: string;
  readonly draft: (form: CompletedForm) => Paper;
}

const papers: ReadonlyMap<string, FormPaper> = new Map([
  [
    formIds.gasSafetyRecord,
    { kind: "gas-safety-record", name: "Gas safety record", draft: gasSafetyRecord },
  ],
  [formIds.warningNotice, { kind: "warning-notice", name: "Warning notice", draft: warningNotice }],
]);

type Entry = Pick<
  JobCustomForm,
  "customFormId" | "completionStatus" | "completedForm" | "completedOn" | "savedOnDateTime"
>;

/** The paper that a form of a job makes once it is complete; null: it makes none, or not yet. */
export function formPaperOf(entry: Entry): Pick<FormPaper, "kind" | "name"> | null {
  if (entry.completionStatus !== "Complete" || entry.completedForm === null) return null;
  return papers.get(entry.customFormId.toLowerCase()) ?? null;
}

/** Ids of the pictures that the paper shows, in lower case. */
export function picturesOfForm({ completedForm }: Entry): readonly string[] {
  return photoIds(completedForm ?? {}).map((imageId) => imageId.toLowerCase());
}

/** The same entry, visit and pictures give the same paper, whoever makes it. Null where the form makes none. */
export function formPaper(
  entry: Entry,
  visit: DocumentVisit,
  pictures: ReadonlyMap<string, Uint8Array>,
): Paper | null {
  const known = formPaperOf(entry);
  if (!known) return null;
  const { completedForm, completedOn, savedOnDateTime } = entry;
  const paper = papers.get(entry.customFormId.toLowerCase())?.draft({
    formattedJobId: visit.formattedJobId,
    answers: completedForm ?? {},
    completedOn: completedOn ?? savedOnDateTime ?? "1970-01-01T00:00:00.000Z",
    pictures,
  });
  return paper ? { ...paper, ...documentCode(known.kind, visit) } : null;
}
