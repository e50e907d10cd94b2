import { createHash } from "node:crypto";
import type { DocumentKeys } from "./document-keys.ts";
import {
  type DocumentKind,
  buildFormDocument,
  findFormDocument,
  jobSheet,
  type DocumentContent,
  listFormImages,
} from "@fieldfare/documents";
import { createBackgroundWork } from "../database/background-work.ts";
import type { Database } from "../database/database.ts";
import type { ObjectStore } from "../objects/objects.ts";
import { readClosedJob, type StoredImage, type StoredJob } from "./closed-job.ts";
import {
  addSignature,
  listClosingsToFile,
  markFiled,
  markGenerated,
  listDocuments,
  type StoredDocument,
} from "./documents.ts";
import { createDrawingThread } from "./drawing-thread.ts";

export interface Filing {
  /** Makes what has no papers yet, now and regularly: what failed is tried again. */
  start(): void;
  /** Something was delivered: makes what has no papers yet, later and apart from whoever asks. */
  trigger(): void;
  /** The bytes of a document, which is made if it is not there. */
  read(document: StoredDocument): Promise<Buffer>;
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly keys: DocumentKeys;
  /** Where people reach this server; null: documents carry no code. */
  readonly publicUrl: () => string | null;
  /** Told of a closing whose papers could not be made: they are tried again by themselves, or when asked for. */
  readonly onFailure: (error: unknown, messageId: string | null) => void;
}

/** More than this in pictures and a paper names the rest without showing them. */
const maxImageBytes = 40_000_000;
/** A picture without compression must fit into the drawing thread's memory many times. */
const maxPixels = 4_000_000;

/** Papers of delivered jobs. Made after the commit that delivers, once; a crash before leaves them due. */
export function createFiling({ database, objects, keys, publicUrl, onFailure }: Parts): Filing {
  const drawingThread = createDrawingThread();
  const inProgress = new Map<string, Promise<Buffer>>();
  const work = createBackgroundWork({
    database,
    kind: "documents",
    listDue: () => listClosingsToFile(database),
    work: fileClosing,
    onFailure,
  });

  async function fileClosing({ messageId, jobId }: { messageId: string; jobId: string }) {
    const documents = await listDocuments(database, jobId);
    for (const document of documents.filter((one) => one.messageId === messageId))
      if (document.sha256 === null) await generateOnce(document);
    await markFiled(database, messageId);
  }

  /** Once at a time for each document of this server. */
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
    const job = await readClosedJob(database, messageId, publicUrl());
    if (!job) throw new Error(`The closing ${messageId} is gone`);
    const content = await buildContent(objects, job, kind);
    const bytes = await drawingThread.draw(content);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await objects.put(sha256, bytes);
    const number = content.code?.number;
    // Signed before it is filed: a crash between them leaves a document that is drawn again.
    if (number !== undefined)
      await addSignature(database, {
        number,
        name,
        sha256,
        documentId,
        completedOn: job.closedOn,
        signature: await keys.sign({ number, name, sha256 }),
      });
    await markGenerated(database, documentId, sha256, bytes.length);
    return bytes;
  }

  return {
    start: () => work.start(),
    trigger: () => work.trigger(),
    async read(document) {
      const stored = document.sha256 === null ? null : await objects.get(document.sha256);
      return stored ?? generateOnce(document);
    },
    async close() {
      const closed = work.close();
      await drawingThread.close();
      await closed;
    },
  };
}

/** A form's paper shows the form's pictures alone: it is the one that the phone showed. */
async function buildContent(
  objects: ObjectStore,
  job: StoredJob,
  kind: DocumentKind,
): Promise<DocumentContent> {
  if (kind === "job-sheet") return jobSheet(job, await loadImages(objects, job.images));
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

async function loadImages(
  objects: ObjectStore,
  images: readonly StoredImage[],
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
