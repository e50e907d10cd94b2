import type { Fonts } from "../fonts.ts";
import type { Block, DocumentContent, Section } from "../document-content.ts";
import { codeOffset, codeSize, drawCode } from "./code.ts";
import { concatBytes } from "./pdf-document.ts";
import {
  cardsHeight,
  drawCards,
  drawDetails,
  detailsHeight,
  detailsStartHeight,
} from "./details.ts";
import { drawImages, imagesStartHeight } from "./images.ts";
import { withReadableImages } from "./readable-images.ts";
import {
  alarm,
  faint,
  ink,
  ensureSpace,
  createLayout,
  type Pdf,
  drawRule,
  type PageLayout,
} from "./page-layout.ts";
import { drawTable, drawText, textStartHeight, tableStartHeight } from "./tables.ts";
import { textHeight, write } from "./text.ts";

/** Draws a document as PDF with numbered pages. Server and phone get the same bytes from the same fonts. */
export async function draw(
  content: DocumentContent,
  fonts: Fonts,
): Promise<Uint8Array<ArrayBuffer>> {
  const printable = await withReadableImages(content);
  const layout = createLayout(printable, fonts);
  const bytes = collect(layout.pdf);
  drawTitle(layout, printable);
  for (const section of printable.sections) drawSection(layout, section);
  numberPages(layout, printable);
  layout.pdf.end();
  return bytes;
}

function collect(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on("end", () => resolve(concatBytes(chunks)));
    pdf.on("error", reject);
  });
}

function drawTitle(layout: PageLayout, { title, reference, code }: DocumentContent) {
  const { pdf, margin, width, size } = layout;
  const { y: top } = pdf;
  const titleWidth = code ? width - codeSize - layout.gap : width;
  pdf
    .font("bold")
    .fontSize(size * 2)
    .fillColor(ink);
  write(layout, `${title} ${reference}`, { left: margin, top, width: titleWidth });
  pdf.moveDown(0.3);
  if (!code) return;
  drawCode(layout, code, { left: margin + width - codeSize, top: top - codeOffset });
  pdf.font("regular").fontSize(7.5).fillColor(faint);
  // On a narrow page the address has its own line, so that it is not broken.
  const text = [
    `Document number ${code.number}.`,
    `Check that it is genuine and unchanged: ${code.address}`,
  ].join(width > 600 ? " " : "\n");
  write(layout, text, { left: margin, top: pdf.y, width: titleWidth });
  pdf.y = Math.max(pdf.y, top - codeOffset + codeSize) + layout.gap;
}

function drawSection(layout: PageLayout, { heading, blocks }: Section) {
  const { pdf, margin, width } = layout;
  const filled = blocks.filter(isFilled);
  const shown: readonly Block[] = filled.length > 0 ? filled : heading === null ? [] : [emptyBlock];
  if (heading !== null) {
    ensureSpace(layout, sectionStartHeight(layout, heading, shown));
    const top = pdf.y + layout.gap / 3;
    drawRule(layout, top, 0.7);
    headingFont(layout);
    write(layout, heading, { left: margin, top: top + layout.gap / 2 + 1, width });
    pdf.y += 2;
  }
  for (const block of shown) drawBlock(layout, block);
}

const emptyBlock: Block = { kind: "text", text: "Nothing recorded." };

function isFilled(block: Block): boolean {
  switch (block.kind) {
    case "details":
      return block.details.length > 0;
    case "table":
      return block.rows.length > 0;
    case "cards":
      return block.cards.length > 0;
    case "images":
      return block.images.length > 0;
    default:
      return block.text !== "";
  }
}

function headingFont({ pdf, size }: PageLayout) {
  pdf
    .font("bold")
    .fontSize(size + 2.5)
    .fillColor(ink);
}

/**
 * Returns the height that must fit on the page: the heading with the start of the first block, or with all blocks
 * down to the signatures. A heading is never alone at the foot of a page, and a signature never without the text that
 * was signed.
 */
function sectionStartHeight(layout: PageLayout, heading: string, blocks: readonly Block[]): number {
  headingFont(layout);
  const headingHeight = textHeight(layout, heading, layout.width) + layout.gap + 3;
  const signed = blocks.findIndex(isSigned);
  const together = blocks.slice(0, Math.max(0, signed) + 1);
  return together.reduce(
    (height, block) =>
      height +
      (signed > 0 && block.kind === "details"
        ? detailsHeight(layout, block.details, block.across)
        : blockStartHeight(layout, block)),
    headingHeight,
  );
}

function isSigned(block: Block): boolean {
  if (block.kind === "cards") return true;
  return block.kind === "images" && block.images.some(({ size }) => size === "signature");
}

function blockStartHeight(layout: PageLayout, block: Block): number {
  switch (block.kind) {
    case "details":
      return detailsStartHeight(layout, block.details, block.across);
    case "text":
      return textStartHeight(layout, block.text, block.label);
    case "warning":
      return warningHeight(layout, block.text) + layout.gap;
    case "table":
      return tableStartHeight(layout, block.columns, block.rows);
    case "cards":
      return cardsHeight(layout, block.cards);
    default:
      return imagesStartHeight(layout, block.images);
  }
}

function drawBlock(layout: PageLayout, block: Block) {
  switch (block.kind) {
    case "details":
      return drawDetails(layout, block.details, block.across);
    case "text":
      return drawText(layout, block.text, block.label);
    case "warning":
      return drawWarning(layout, block.text);
    case "table":
      return drawTable(layout, block.columns, block.rows);
    case "cards":
      return drawCards(layout, block.cards);
    case "images":
      return drawImages(layout, block.images);
  }
}

function drawWarning(layout: PageLayout, text: string) {
  const { pdf, margin, width } = layout;
  const height = warningHeight(layout, text);
  ensureSpace(layout, height + layout.gap);
  const top = pdf.y;
  pdf.rect(margin, top, width, height).lineWidth(1).stroke(alarm);
  write(layout, text, { left: margin + 8, top: top + 5, width: width - 16 });
  pdf.y = top + height + layout.gap;
}

function warningHeight(layout: PageLayout, text: string): number {
  const { pdf, width, size } = layout;
  pdf
    .font("bold")
    .fontSize(size + 1.5)
    .fillColor(alarm);
  return textHeight(layout, text, width - 16) + 10;
}

function numberPages(layout: PageLayout, { title, reference, code }: DocumentContent) {
  const { pdf, margin, width, pageHeight } = layout;
  const { count } = pdf.bufferedPageRange();
  const name = [`${title} ${reference}`, code && `Document number ${code.number}`];
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    // With a bottom margin, writing below it would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.font("regular").fontSize(7.5).fillColor(faint);
    const foot = pageHeight - margin + 6;
    const text = name.filter(Boolean).join(" \u00B7 ");
    write(layout, text, { left: margin, top: foot, width: width - 80, maxLines: 1 });
    const place = { width, lineBreak: false, align: "right" } as const;
    pdf.text(`Page ${index + 1} of ${count}`, margin, foot, place);
  }
}
