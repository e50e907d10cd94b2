import type { CallAnswer, verifyDocument } from "@fieldfare/contract";
import { readDocumentNumber } from "@fieldfare/papers";
import type { Database } from "../../database/database.ts";
import type { DocumentKeys } from "../../documents/document-keys.ts";
import { type FiledDocument, findFiled } from "../../documents/documents.ts";
import { readBusiness } from "../office/business.ts";

export type Verification = CallAnswer<typeof verifyDocument>;

interface Question {
  /** As somebody typed or scanned it. */
  readonly number: string;
  /** Of the file to compare; undefined: none was given. */
  readonly sha256?: string | undefined;
}

/** What the server can say of a document. A job that was closed twice has filed two under one number. */
export async function verify(
  database: Database,
  keys: DocumentKeys,
  { number: typed, sha256 }: Question,
): Promise<Verification> {
  const number = readDocumentNumber(typed);
  const filed = number === null ? [] : await findFiled(database, number);
  const same = filed.find((document) => document.sha256 === sha256);
  const shown = same ?? filed.at(-1);
  if (!shown) return { status: "unknown", document: null };
  const { business } = await readBusiness(database);
  return {
    status: await statusOf(keys, shown, sha256),
    document: {
      number: shown.number,
      name: shown.name,
      completedOn: shown.completedOn.toISOString(),
      issuedBy: business?.name ?? null,
      signature: shown.signature,
    },
  };
}

async function statusOf(
  keys: DocumentKeys,
  document: FiledDocument,
  sha256: string | undefined,
): Promise<Verification["status"]> {
  if (!(await keys.verify(document.signature, document))) return "unconfirmed";
  if (sha256 === undefined) return "known";
  return document.sha256 === sha256 ? "unchanged" : "different";
}
