import { formIds, photoIds } from "@fieldfare/domain";
import type { JobCustomForm } from "@fieldfare/contract";
import { documentCode, type DocumentKind, type DocumentVisit } from "./document-code.ts";
import type { CompletedForm } from "./gas-safety/completed-form.ts";
import { gasSafetyRecord } from "./gas-safety/gas-safety-record.ts";
import { warningNotice } from "./gas-safety/warning-notice.ts";
import type { DocumentContent } from "./document-content.ts";

export type FormDocumentKind = Exclude<DocumentKind, "job-sheet" | "access-attempts">;

interface FormDocument {
  readonly kind: FormDocumentKind;
  /** The beginning of its file name, before the job's number. */
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

/** Returns the document of a completed form; null if the form has none or is not complete. */
export function findFormDocument(entry: Entry): Pick<FormDocument, "kind" | "name"> | null {
  if (entry.completionStatus !== "Complete" || entry.completedForm === null) return null;
  return formDocuments.get(entry.customFormId.toLowerCase()) ?? null;
}

/** Returns the ids of the images that the document shows, in lower case. */
export function listFormImages({ completedForm }: Entry): readonly string[] {
  return photoIds(completedForm ?? {}).map((imageId) => imageId.toLowerCase());
}

/**
 * Builds the document of a form; null if it has none. The same entry, visit and images always give the same document.
 */
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
