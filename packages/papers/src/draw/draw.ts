import type { Fonts } from "../fonts.ts";
import type { Block, Paper, Section } from "../paper.ts";
import { cardsHeight, drawCards, drawFacts } from "./facts.ts";
import { drawPictures } from "./pictures.ts";
import { readable } from "./readable.ts";
import {
  alarm,
  clean,
  faint,
  ink,
  makeRoom,
  openSheet,
  type Pdf,
  rule,
  type Sheet,
} from "./sheet.ts";
import { drawTable, drawText } from "./tables.ts";

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

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let place = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  return bytes;
}

function drawTitle({ pdf, size }: Sheet, { title, reference }: Paper) {
  pdf
    .font("bold")
    .fontSize(size * 2)
    .fillColor(ink)
    .text(`${title} ${clean(reference)}`);
  pdf.moveDown(0.3);
}

function drawSection(sheet: Sheet, { heading, blocks }: Section) {
  const { pdf, margin, width, size } = sheet;
  if (heading !== null) {
    makeRoom(sheet, leastHeight(sheet, blocks));
    const top = pdf.y + sheet.gap / 3;
    rule(sheet, top, 0.7);
    pdf
      .font("bold")
      .fontSize(size + 2.5)
      .fillColor(ink)
      .text(clean(heading), margin, top + sheet.gap / 2 + 1, { width });
    pdf.y += 2;
  }
  for (const block of blocks) drawBlock(sheet, block);
}

/** A heading never stands alone at the foot of a page, and a signature never without what was signed. */
function leastHeight(sheet: Sheet, blocks: readonly Block[]): number {
  const heading = 20;
  const cards = blocks.find((block) => block.kind === "cards");
  if (cards) return heading + 14 + cardsHeight(sheet, cards.cards);
  return blocks[0]?.kind === "pictures" ? heading + 180 : heading + 40;
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
  const { pdf, margin, width, size } = sheet;
  pdf
    .font("bold")
    .fontSize(size + 1.5)
    .fillColor(alarm);
  const height = pdf.heightOfString(clean(text), { width: width - 16 }) + 10;
  makeRoom(sheet, height + sheet.gap);
  const top = pdf.y;
  pdf.rect(margin, top, width, height).lineWidth(1).stroke(alarm);
  pdf.text(clean(text), margin + 8, top + 5, { width: width - 16 });
  pdf.y = top + height + sheet.gap;
}

function numberPages({ pdf, margin, width, pageHeight }: Sheet, { title, reference }: Paper) {
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    // Else writing below the margin would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font("regular").fontSize(7.5).fillColor(faint);
    const place = { width, lineBreak: false } as const;
    const foot = pageHeight - margin + 6;
    pdf.text(clean(`${title} ${reference}`), margin, foot, place);
    pdf.text(`Page ${index + 1} of ${count}`, margin, foot, { ...place, align: "right" });
  }
}
