import { formIds, photoIds } from "@fieldfare/domain";
import type { JobCustomForm } from "@fieldfare/contract";
import { documentCode, type DocumentKind, type DocumentVisit } from "./document-code.ts";
import type { CompletedForm } from "./gas-safety/completed-form.ts";
import { gasSafetyRecord } from "./gas-safety/gas-safety-record.ts";
import { warningNotice } from "./gas-safety/warning-notice.ts";
import type { DocumentContent } from "./document-content.ts";

export type FormDocumentKind = Exclude<DocumentKind, "job-sheet">;

interface FormDocument {
  readonly kind: FormDocumentKind;
  /** What its file is called, before the job's number. */
  readonly name: string;
  readonly build: (form: CompletedForm) => DocumentContent;
}

const formDocuments: ReadonlyMap<string, FormDocument> = new Map([
  [
    formIds.gasSafetyRecord,
    { kind: "gas-safety-record", name: "Gas safety record", build: gasSafetyRecord },
  ],
  [formIds.warningNotice, { kind: "warning-notice", name: "Warning notice", build: warningNotice }],
]);

type Entry = Pick<
  JobCustomForm,
  "customFormId" | "completionStatus" | "completedForm" | "completedOn" | "savedOnDateTime"
>;

/** The paper that a form of a job makes once it is complete; null: it makes none, or not yet. */
export function findFormDocument(entry: Entry): Pick<FormDocument, "kind" | "name"> | null {
  if (entry.completionStatus !== "Complete" || entry.completedForm === null) return null;
  return formDocuments.get(entry.customFormId.toLowerCase()) ?? null;
}

/** Ids of the pictures that the paper shows, in lower case. */
export function listFormImages({ completedForm }: Entry): readonly string[] {
  return photoIds(completedForm ?? {}).map((imageId) => imageId.toLowerCase());
}

/** The same entry, visit and pictures give the same paper, whoever makes it. Null where the form makes none. */
export function buildFormDocument(
  entry: Entry,
  visit: DocumentVisit,
  images: ReadonlyMap<string, Uint8Array>,
): DocumentContent | null {
  const known = findFormDocument(entry);
  if (!known) return null;
  const { completedForm, completedOn, savedOnDateTime } = entry;
  const content = formDocuments.get(entry.customFormId.toLowerCase())?.build({
    formattedJobId: visit.formattedJobId,
    answers: completedForm ?? {},
    completedOn: completedOn ?? savedOnDateTime ?? "1970-01-01T00:00:00.000Z",
    images,
  });
  return content ? { ...content, ...documentCode(known.kind, visit) } : null;
}
