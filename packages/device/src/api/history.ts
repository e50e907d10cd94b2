import {
  type Call,
  type CallAnswer,
  type CallParams,
  downloadAttachment as attachmentCall,
  downloadDocument,
  downloadDocumentAsPdf,
  getJobHistory,
  type JobAttachment,
} from "@fieldfare/contract";
import type { Device } from "../device.ts";
import { buildPath, callServer, disableDevice, sendSigned } from "./call.ts";
import type { Answer } from "./failure.ts";
import { fail } from "./request.ts";

export type HistoryDocuments = CallAnswer<typeof getJobHistory>;

/** A file on a slow line takes longer than a few rows. */
const fileTimeoutMs = 120_000;

/** Fetches the list of documents and images of a completed job. The phone does not store them. */
export function readHistoryDocuments(
  device: Device,
  jobId: string,
): Promise<Answer<HistoryDocuments>> {
  return callServer(device, getJobHistory, { params: { jobId } });
}

/** Downloads a document that is an image. */
export function downloadImage(device: Device, documentId: string): Promise<Answer<Blob>> {
  return downloadFile(device, downloadDocument, { documentId }, "image/");
}

/** Downloads a document as PDF. */
export function downloadPdf(device: Device, documentId: string): Promise<Answer<Blob>> {
  return downloadFile(device, downloadDocumentAsPdf, { documentId }, "application/pdf");
}

/** Downloads a document or photo that is to be read before a visit. */
export function downloadAttachment(
  device: Device,
  jobId: string,
  { attachmentId, contentType }: JobAttachment,
): Promise<Answer<Blob>> {
  return downloadFile(device, attachmentCall, { jobId, attachmentId }, contentType);
}

/**
 * Downloads a file. The token travels in a header, because an address would stay in logs and
 * histories.
 */
export async function downloadFile<C extends Call>(
  device: Device,
  call: C,
  params: CallParams<C> & object,
  type: string,
): Promise<Answer<Blob>> {
  const answer = await sendSigned(device, {
    method: call.method,
    path: buildPath(call, { params }),
    headers: { Accept: type.endsWith("/") ? `${type}*` : type },
    timeoutMs: fileTimeoutMs,
    isFile: true,
  });
  if (!answer.ok) {
    if (answer.failure.kind === "device") await disableDevice(device, answer.failure);
    return answer;
  }
  const { value } = answer;
  // A captive portal's sign-in page is a file too.
  return value instanceof Blob && value.type.startsWith(type)
    ? { ok: true, value }
    : fail({ kind: "malformed", status: 200 });
}
