import { createHash } from "node:crypto";
import type { DocumentKeys } from "./document-keys.ts";
import {
  type DocumentKind,
  buildFormDocument,
  findFormDocument,
  jobSheet,
  type DocumentContent,
  listFormImages,
  type FormAnswer,
  type PrintedForm,
} from "@fieldfare/documents";
import { isFormBegun, isFormComplete } from "@fieldfare/domain";
import type { Database } from "../database/database.ts";
import type { MessageTask } from "../database/task-queue.ts";
import type { ObjectStore } from "../objects/objects.ts";
import { storeObject } from "../objects/unused-objects.ts";
import { buildAccessEvidence } from "./access-evidence.ts";
import { readClosedJob, type StoredImage, type StoredJob } from "./closed-job.ts";
import {
  addSignature,
  listDocuments,
  markGenerated,
  readReductions,
  type StoredDocument,
} from "./documents.ts";
import { createDrawingThread } from "./drawing-thread.ts";

export interface Filing {
  /** Makes the missing documents of a delivered closing. */
  fileClosing(task: MessageTask): Promise<void>;
  /** Returns the bytes of a document, and makes the document when it does not exist yet. */
  read(document: StoredDocument): Promise<Buffer>;
  close(): Promise<void>;
}

type JobForm = NonNullable<StoredJob["closing"]["payload"]["job"]>["customForms"][number];

interface Parts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly keys: DocumentKeys;
  /** The public address of this server. Null: documents carry no code. */
  readonly publicUrl: () => string | null;
  /** Returns the answers of a form as a person reads them. */
  readonly readAnswers: (form: JobForm) => Promise<readonly FormAnswer[]>;
}

/** Beyond this many bytes of images, a document names the remaining images without showing them. */
const maxImageBytes = 40_000_000;
/** The drawing thread's memory must hold an uncompressed image many times. */
const maxPixels = 4_000_000;

/** Files the documents of delivered jobs, once: as tasks that the delivery adds, or when somebody requests them. */
export function createFiling(parts: Parts): Filing {
  const { database, objects, keys, publicUrl } = parts;
  const drawingThread = createDrawingThread();
  const inProgress = new Map<string, Promise<Buffer>>();
  /** Runs at most one drawing for each document of this server. */
  function generateOnce(document: StoredDocument): Promise<Buffer> {
    const { documentId } = document;
    const known = inProgress.get(documentId);
    if (known) return known;
    const generated = drawAndStore(document).finally(() => inProgress.delete(documentId));
    inProgress.set(documentId, generated);
    return generated;
  }

  async function drawAndStore(document: StoredDocument): Promise<Buffer> {
    const { documentId, messageId, name, kind } = document;
    const reductions = await readReductions(database, document);
    const job = await readClosedJob(database, messageId, publicUrl());
    if (!job) throw new Error(`The closing ${messageId} is gone`);
    const content =
      kind === "access-attempts"
        ? await buildAccessEvidence(database, messageId, publicUrl(), (images) =>
            loadImages(objects, images),
          )
        : await buildContent(parts, job, kind);
    const bytes = await drawingThread.draw(content);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await storeObject(database, objects, sha256, bytes);
    const number = content.code?.number;
    // The signature comes first: after a crash between the two, the document is drawn again.
    if (number !== undefined)
      await addSignature(database, {
        number,
        name,
        sha256,
        documentId,
        completedOn: job.closedOn,
        signature: await keys.sign({ number, name, sha256 }),
      });
    const file = { sha256, bytes: bytes.length, reductions };
    return (await markGenerated(database, document, file)) ? bytes : drawAndStore(document);
  }

  return {
    async fileClosing({ messageId, jobId }) {
      const documents = await listDocuments(database, jobId);
      for (const document of documents.filter((one) => one.messageId === messageId))
        if (document.sha256 === null) await generateOnce(document);
    },
    async read(document) {
      const stored = document.sha256 === null ? null : await objects.get(document.sha256);
      return stored ?? generateOnce(document);
    },
    close: () => drawingThread.close(),
  };
}

/** The document of a form shows only the form's own images, as the phone showed it. */
async function buildContent(
  { objects, readAnswers }: Parts,
  job: StoredJob,
  kind: Exclude<DocumentKind, "access-attempts">,
): Promise<DocumentContent> {
  if (kind === "job-sheet") {
    const images = await loadImages(objects, job.images);
    return jobSheet(job, images, await readPrintedForms(job, readAnswers));
  }
  const forms = job.closing.payload.job?.customForms ?? [];
  const form = forms.find((entry) => findFormDocument(entry)?.kind === kind);
  const shownImageIds = form ? listFormImages(form) : [];
  const images = job.images.filter(({ imageId }) => shownImageIds.includes(imageId));
  const bytes = await loadImages(objects, images);
  const imageBytes = new Map(
    images.flatMap(({ imageId, sha256 }) => {
      const stored = bytes.get(sha256);
      return stored ? [[imageId, stored] as const] : [];
    }),
  );
  const content = form && buildFormDocument(form, job.visit, imageBytes);
  if (!content) throw new Error(`The closing has no ${kind}`);
  return content;
}

/** The forms that were begun and that no document of their own shows: only a completed form has one, of some kinds. */
function readPrintedForms(
  { closing }: StoredJob,
  readAnswers: Parts["readAnswers"],
): Promise<PrintedForm[]> {
  const forms = (closing.payload.job?.customForms ?? []).filter(
    (form) => isFormBegun(form) && findFormDocument(form) === null,
  );
  return Promise.all(
    forms.map(async (form) => ({
      customFormId: form.customFormId,
      isComplete: isFormComplete(form),
      answers: await readAnswers(form),
    })),
  );
}

async function loadImages(
  objects: ObjectStore,
  images: readonly Pick<StoredImage, "sha256" | "bytes" | "pixels">[],
): Promise<Map<string, Uint8Array>> {
  const imageBytes = new Map<string, Uint8Array>();
  let remainingBytes = maxImageBytes;
  for (const { sha256, bytes, pixels } of images) {
    if (imageBytes.has(sha256) || bytes > remainingBytes || pixels > maxPixels) continue;
    const stored = await objects.get(sha256);
    if (!stored) continue;
    imageBytes.set(sha256, stored);
    remainingBytes -= bytes;
  }
  return imageBytes;
}
