import { readDocument } from "@fieldfare/contract/office";
import { readPdfText } from "@fieldfare/documents/testing";
import type { TestServer } from "./server.ts";

/** Reads the text of the first job sheet among the documents of a job, as the office gets it. */
export async function readJobSheet(
  { origin, officeToken }: TestServer,
  documents: readonly { readonly documentId: string; readonly kind: string }[],
): Promise<string> {
  const sheet = documents.find(({ kind }) => kind === "job-sheet");
  if (!sheet) throw new Error("There is no job sheet");
  const path = readDocument.path.replace(":documentId", sheet.documentId);
  const response = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${officeToken}` },
  });
  return (await readPdfText(Buffer.from(await response.arrayBuffer()))).join(" ");
}
