import { readFileSync } from "node:fs";
import { fontAddresses, type DocumentContent } from "@fieldfare/documents";
import { draw } from "@fieldfare/documents/draw";

const fonts = {
  regular: readFileSync(fontAddresses.regular),
  bold: readFileSync(fontAddresses.bold),
};

/** Draws in the calling thread. For many documents, or while other requests wait, use `drawing-thread.ts`. */
export function drawInline(document: DocumentContent): Promise<Uint8Array<ArrayBuffer>> {
  return draw(document, fonts);
}
