import { readFileSync } from "node:fs";
import { fontAddresses, type DocumentContent } from "@fieldfare/documents";
import { draw } from "@fieldfare/documents/draw";

const fonts = {
  regular: readFileSync(fontAddresses.regular),
  bold: readFileSync(fontAddresses.bold),
};

/** Draws in the thread that asks: for many papers, or while others wait, see `drawing.ts`. */
export function drawInline(document: DocumentContent): Promise<Uint8Array<ArrayBuffer>> {
  return draw(document, fonts);
}
