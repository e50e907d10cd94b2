import { encode } from "uqr";
import type { DocumentCode } from "../document-content.ts";
import { ink, type PageLayout } from "./page-layout.ts";

/** In points, 16 mm: a phone can read it from 20 cm. */
export const codeSize = 45;
/** The code begins a little above the title, to save space on the page. */
export const codeOffset = 12;

/** Draws the QR code of the document's address: rows of modules as filled rectangles. */
export function drawCode(
  { pdf }: PageLayout,
  { address }: DocumentCode,
  { left, top }: { left: number; top: number },
) {
  const { data, size } = encode(address, { ecc: "M", border: 0 });
  const module = codeSize / size;
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      let end = x;
      while (row[end]) end += 1;
      if (end > x) pdf.rect(left + x * module, top + y * module, (end - x) * module, module);
      x = end;
    }
  }
  pdf.fill(ink);
}
