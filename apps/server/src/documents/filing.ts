import { createHash } from "node:crypto";
import type { DocumentKeys } from "./document-keys.ts";
import {
  type DocumentKind,
  formPaper,
  formPaperOf,
  jobSheet,
  type Paper,
  picturesOfForm,
} from "@fieldfare/papers";
import { createBackgroundWork } from "../database/background-work.ts";
import type { Database } from "../database/database.ts";
import type { ObjectStore } from "../objects/objects.ts";
import { readClosedJob, type StoredImage, type StoredJob } from "./closed-job.ts";
import {
  addSignature,
  closingsToFile,
  keepFiled,
  keepMade,
  listDocuments,
  type StoredDocument,
} from "./documents.ts";
import { createDrawing } from "./drawing.ts";

export interface Filing {
  /** Makes what has no papers yet, now and regularly: what failed is tried again. */
  start(): void;
  /** Something was delivered: makes what has no papers yet, later and apart from whoever asks. */
  nudge(): void;
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
const mostPictureBytes = 40_000_000;
/** A picture without compression must fit into the drawing thread's memory many times. */
const mostPixels = 4_000_000;

/** Papers of delivered jobs. Made after the commit that delivers, once; a crash before leaves them due. */
export function createFiling({ database, objects, keys, publicUrl, onFailure }: Parts): Filing {
  const drawing = createDrawing();
  const making = new Map<string, Promise<Buffer>>();
  const work = createBackgroundWork({
    database,
    kind: "documents",
    listDue: () => closingsToFile(database),
    work: file,
    onFailure,
  });

  async function file({ messageId, jobId }: { messageId: string; jobId: string }) {
    const documents = await listDocuments(database, jobId);
    for (const document of documents.filter((one) => one.messageId === messageId))
      if (document.sha256 === null) await make(document);
    await keepFiled(database, messageId);
  }

  /** Once at a time for each document of this server. */
  function make(document: StoredDocument): Promise<Buffer> {
    const { documentId } = document;
    const known = making.get(documentId);
    if (known) return known;
    const made = drawAndKeep(document).finally(() => making.delete(documentId));
    making.set(documentId, made);
    return made;
  }

  async function drawAndKeep(document: StoredDocument): Promise<Buffer> {
    const { documentId, messageId, name, kind } = document;
    const job = await readClosedJob(database, messageId, publicUrl());
    if (!job) throw new Error(`The closing ${messageId} is gone`);
    const paper = await paperOf(objects, job, kind);
    const bytes = await drawing.draw(paper);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await objects.put(sha256, bytes);
    const number = paper.code?.number;
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
    await keepMade(database, documentId, sha256, bytes.length);
    return bytes;
  }

  return {
    start: () => work.start(),
    nudge: () => work.trigger(),
    async read(document) {
      const kept = document.sha256 === null ? null : await objects.get(document.sha256);
      return kept ?? make(document);
    },
    async close() {
      const closed = work.close();
      await drawing.close();
      await closed;
    },
  };
}

/** A form's paper shows the form's pictures alone: it is the one that the phone showed. */
async function paperOf(objects: ObjectStore, job: StoredJob, kind: DocumentKind): Promise<Paper> {
  if (kind === "job-sheet") return jobSheet(job, await picturesOf(objects, job.images));
  const forms = job.closing.payload.job?.customForms ?? [];
  const form = forms.find((entry) => formPaperOf(entry)?.kind === kind);
  const shown = form ? picturesOfForm(form) : [];
  const images = job.images.filter(({ imageId }) => shown.includes(imageId));
  const bytes = await picturesOf(objects, images);
  const pictures = new Map(
    images.flatMap(({ imageId, sha256 }) => {
      const kept = bytes.get(sha256);
      return kept ? [[imageId, kept] as const] : [];
    }),
  );
  const paper = form && formPaper(form, job.visit, pictures);
  if (!paper) throw new Error(`The closing has no ${kind}`);
  return paper;
}

async function picturesOf(
  objects: ObjectStore,
  images: readonly StoredImage[],
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  let room = mostPictureBytes;
  for (const { sha256, bytes, pixels } of images) {
    if (pictures.has(sha256) || bytes > room || pixels > mostPixels) continue;
    const kept = await objects.get(sha256);
    if (!kept) continue;
    pictures.set(sha256, kept);
    room -= bytes;
  }
  return pictures;
}
