import {
  type CallAnswer,
  downloadAbsenceDocument,
  listAbsenceDocuments,
} from "@fieldfare/contract";
import type { Device } from "../device.ts";
import { callServer } from "./call.ts";
import type { Answer } from "./failure.ts";
import { downloadFile } from "./history.ts";

export type AbsenceDocuments = CallAnswer<typeof listAbsenceDocuments>;

/** Fetches the list of documents about absences. The phone does not store them. */
export function readAbsenceDocuments(device: Device): Promise<Answer<AbsenceDocuments>> {
  return callServer(device, listAbsenceDocuments, {});
}

/** Downloads a document of an absence as PDF. */
export function downloadAbsencePdf(device: Device, documentId: string): Promise<Answer<Blob>> {
  return downloadFile(device, downloadAbsenceDocument, { documentId }, "application/pdf");
}
