import type { Fonts } from "../fonts.ts";
import type { Block, Paper, Section } from "../paper.ts";
import { codeLift, codeSize, drawCode } from "./code.ts";
import { joined } from "./document.ts";
import { cardsHeight, drawCards, drawFacts, factsHeight, startOfFacts } from "./facts.ts";
import { drawPictures, startOfPictures } from "./pictures.ts";
import { readable } from "./readable.ts";
import { alarm, faint, ink, makeRoom, openSheet, type Pdf, rule, type Sheet } from "./sheet.ts";
import { drawTable, drawText, startOfText, tableStart } from "./tables.ts";
import { heightOfText, write } from "./text.ts";

/** The paper as PDF, every page numbered. The same on a server and on a phone, given the same faces. */
export async function draw(said: Paper, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await readable(said);
  const sheet = openSheet(paper, fonts);
  const bytes = collect(sheet.pdf);
  drawTitle(sheet, paper);
  for (const section of paper.sections) drawSection(sheet, section);
  numberPages(sheet, paper);
  sheet.pdf.end();
  return bytes;
}

function collect(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on("end", () => resolve(joined(chunks)));
    pdf.on("error", reject);
  });
}

function drawTitle(sheet: Sheet, { title, reference, code }: Paper) {
  const { pdf, margin, width, size } = sheet;
  const { y: top } = pdf;
  const beside = code ? width - codeSize - sheet.gap : width;
  pdf
    .font("bold")
    .fontSize(size * 2)
    .fillColor(ink);
  write(sheet, `${title} ${reference}`, { left: margin, top, width: beside });
  pdf.moveDown(0.3);
  if (!code) return;
  drawCode(sheet, code, { left: margin + width - codeSize, top: top - codeLift });
  pdf.font("regular").fontSize(7.5).fillColor(faint);
  // On a narrow page the address has a line of its own: it is not broken in the middle.
  const text = [
    `Document number ${code.number}.`,
    `Check that it is genuine and unchanged: ${code.address}`,
  ].join(width > 600 ? " " : "\n");
  write(sheet, text, { left: margin, top: pdf.y, width: beside });
  pdf.y = Math.max(pdf.y, top - codeLift + codeSize) + sheet.gap;
}

function drawSection(sheet: Sheet, { heading, blocks }: Section) {
  const { pdf, margin, width } = sheet;
  const filled = blocks.filter(isFilled);
  const shown: readonly Block[] = filled.length > 0 ? filled : heading === null ? [] : [nothing];
  if (heading !== null) {
    makeRoom(sheet, startOfSection(sheet, heading, shown));
    const top = pdf.y + sheet.gap / 3;
    rule(sheet, top, 0.7);
    headingFont(sheet);
    write(sheet, heading, { left: margin, top: top + sheet.gap / 2 + 1, width });
    pdf.y += 2;
  }
  for (const block of shown) drawBlock(sheet, block);
}

const nothing: Block = { kind: "text", text: "Nothing recorded." };

function isFilled(block: Block): boolean {
  switch (block.kind) {
    case "facts":
      return block.facts.length > 0;
    case "table":
      return block.rows.length > 0;
    case "cards":
      return block.cards.length > 0;
    case "pictures":
      return block.pictures.length > 0;
    default:
      return block.text !== "";
  }
}

function headingFont({ pdf, size }: Sheet) {
  pdf
    .font("bold")
    .fontSize(size + 2.5)
    .fillColor(ink);
}

/**
 * A heading never stands alone at the foot of a page, and a signature never without what was signed: the height of the
 * heading with the start of the first block, or with all blocks down to the signatures.
 */
function startOfSection(sheet: Sheet, heading: string, blocks: readonly Block[]): number {
  headingFont(sheet);
  const headed = heightOfText(sheet, heading, sheet.width) + sheet.gap + 3;
  const signed = blocks.findIndex(isSigned);
  const together = blocks.slice(0, Math.max(0, signed) + 1);
  return together.reduce(
    (height, block) =>
      height +
      (signed > 0 && block.kind === "facts"
        ? factsHeight(sheet, block.facts, block.across)
        : startOfBlock(sheet, block)),
    headed,
  );
}

function isSigned(block: Block): boolean {
  if (block.kind === "cards") return true;
  return block.kind === "pictures" && block.pictures.some(({ size }) => size === "signature");
}

function startOfBlock(sheet: Sheet, block: Block): number {
  switch (block.kind) {
    case "facts":
      return startOfFacts(sheet, block.facts, block.across);
    case "text":
      return startOfText(sheet, block.text, block.label);
    case "warning":
      return warningHeight(sheet, block.text) + sheet.gap;
    case "table":
      return tableStart(sheet, block.columns, block.rows);
    case "cards":
      return cardsHeight(sheet, block.cards);
    default:
      return startOfPictures(sheet, block.pictures);
  }
}

function drawBlock(sheet: Sheet, block: Block) {
  switch (block.kind) {
    case "facts":
      return drawFacts(sheet, block.facts, block.across);
    case "text":
      return drawText(sheet, block.text, block.label);
    case "warning":
      return drawWarning(sheet, block.text);
    case "table":
      return drawTable(sheet, block.columns, block.rows);
    case "cards":
      return drawCards(sheet, block.cards);
    case "pictures":
      return drawPictures(sheet, block.pictures);
  }
}

function drawWarning(sheet: Sheet, text: string) {
  const { pdf, margin, width } = sheet;
  const height = warningHeight(sheet, text);
  makeRoom(sheet, height + sheet.gap);
  const top = pdf.y;
  pdf.rect(margin, top, width, height).lineWidth(1).stroke(alarm);
  write(sheet, text, { left: margin + 8, top: top + 5, width: width - 16 });
  pdf.y = top + height + sheet.gap;
}

function warningHeight(sheet: Sheet, text: string): number {
  const { pdf, width, size } = sheet;
  pdf
    .font("bold")
    .fontSize(size + 1.5)
    .fillColor(alarm);
  return heightOfText(sheet, text, width - 16) + 10;
}

function numberPages(sheet: Sheet, { title, reference, code }: Paper) {
  const { pdf, margin, width, pageHeight } = sheet;
  const { count } = pdf.bufferedPageRange();
  const name = [`${title} ${reference}`, code && `Document number ${code.number}`];
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    // Else writing below the margin would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font("regular").fontSize(7.5).fillColor(faint);
    const foot = pageHeight - margin + 6;
    const text = name.filter(Boolean).join(" \u00B7 ");
    write(sheet, text, { left: margin, top: foot, width: width - 80, maxLines: 1 });
    const place = { width, lineBreak: false, align: "right" } as const;
    pdf.text(`Page ${index + 1} of ${count}`, margin, foot, place);
  }
}
