import type { CallAnswer, verifyDocument } from "@fieldfare/contract";
import { readDocumentNumber } from "@fieldfare/documents";
import type { Database } from "../../database/database.ts";
import type { DocumentKeys } from "../../documents/document-keys.ts";
import { type FiledDocument, findFiled } from "../../documents/documents.ts";
import { readBusiness } from "../business/store.ts";

export type Verification = CallAnswer<typeof verifyDocument>;

interface VerificationRequest {
  /** The number as typed or scanned. */
  readonly number: string;
  /** The hash of the file to compare; undefined when there is none. */
  readonly sha256?: string | undefined;
}

/** Verifies a document. A job that was closed twice has two documents under one number. */
export async function verify(
  database: Database,
  keys: DocumentKeys,
  { number: typed, sha256 }: VerificationRequest,
): Promise<Verification> {
  const number = readDocumentNumber(typed);
  const filed = number === null ? [] : await findFiled(database, number);
  const unchanged = filed.find((document) => document.sha256 === sha256);
  const match = unchanged ?? filed.at(-1);
  if (!match) return { status: "unknown", document: null };
  const { business } = await readBusiness(database);
  return {
    status: await determineStatus(keys, match, sha256),
    document: {
      number: match.number,
      name: match.name,
      completedOn: match.completedOn.toISOString(),
      issuedBy: business?.name ?? null,
      signature: match.signature,
    },
  };
}

async function determineStatus(
  keys: DocumentKeys,
  document: FiledDocument,
  sha256: string | undefined,
): Promise<Verification["status"]> {
  if (!(await keys.verify(document.signature, document))) return "unconfirmed";
  if (sha256 === undefined) return "known";
  return document.sha256 === sha256 ? "unchanged" : "different";
}
