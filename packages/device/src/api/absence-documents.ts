import {
  type CallAnswer,
  downloadAbsenceDocument,
  listAbsenceDocuments,
} from "@fieldfare/contract";
import type { Device } from "../device.ts";
import { callServer } from "./call.ts";
import type { Answer } from "./failure.ts";
import { download } from "./history.ts";

export type AbsenceDocuments = CallAnswer<typeof listAbsenceDocuments>;

/** Papers about absences. They lie on the server alone. */
export function readAbsenceDocuments(device: Device): Promise<Answer<AbsenceDocuments>> {
  return callServer(device, listAbsenceDocuments, {});
}

export function downloadAbsencePaper(device: Device, documentId: string): Promise<Answer<Blob>> {
  return download(device, downloadAbsenceDocument, documentId, "application/pdf");
}
