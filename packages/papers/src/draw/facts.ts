import type { Card, Fact } from "../paper.ts";
import { type Box, drawPicture } from "./pictures.ts";
import { bottom, faint, ink, line, makeRoom, type Sheet } from "./sheet.ts";
import { drawRow, drawText, heightOf } from "./tables.ts";
import { heightOfText, write } from "./text.ts";

const labelAndValue = [{ share: 0.28 }, { share: 0.72 }] as const;

export function drawFacts(sheet: Sheet, facts: readonly Fact[], across: number | undefined) {
  if (across !== undefined) return drawFactsAcross(sheet, facts, across);
  for (const fact of facts) {
    const [label, value] = fact;
    if (heightOf(sheet, labelAndValue, fact) > bottom(sheet) - sheet.margin)
      drawText(sheet, value, label);
    else drawRow(sheet, labelAndValue, fact, { first: "bold", lined: false });
  }
  sheet.pdf.y += sheet.gap;
}

/** Of a few short facts: at most half a page. */
export function factsHeight(
  sheet: Sheet,
  facts: readonly Fact[],
  across: number | undefined,
): number {
  if (across !== undefined) return startOfFacts(sheet, facts, across);
  const rows = facts.reduce((height, fact) => height + heightOf(sheet, labelAndValue, fact), 0);
  return Math.min(rows + sheet.gap, sheet.pageHeight / 2);
}

/** The height of the first row; of a fact that flows over pages, its first lines. */
export function startOfFacts(
  sheet: Sheet,
  facts: readonly Fact[],
  across: number | undefined,
): number {
  const [first = ["", ""]] = facts;
  if (across === undefined) return Math.min(heightOf(sheet, labelAndValue, first), 120);
  const column = (sheet.width - (across - 1) * sheet.gap) / across;
  const row = facts.slice(0, across).map((fact) => stackHeight(sheet, [fact], column));
  return Math.min(Math.max(...row), mostStack);
}

/** A fact that is too long for its place gets a line of its own, after its neighbours. */
function drawFactsAcross(sheet: Sheet, facts: readonly Fact[], across: number) {
  const { pdf, margin, width } = sheet;
  const column = (width - (across - 1) * sheet.gap) / across;
  const fits = (fact: Fact) => stackHeight(sheet, [fact], column) <= mostStack;
  const inPlace = facts.filter(fits);
  for (let from = 0; from < inPlace.length; from += across) {
    const row = inPlace.slice(from, from + across);
    const height = Math.max(...row.map((fact) => stackHeight(sheet, [fact], column)));
    makeRoom(sheet, height);
    const top = pdf.y;
    for (const [index, fact] of row.entries())
      drawStack(sheet, [fact], { left: margin + index * (column + sheet.gap), top, width: column });
    pdf.y = top + height;
  }
  pdf.y += sheet.gap / 2;
  for (const [label, value] of facts.filter((fact) => !fits(fact))) drawText(sheet, value, label);
}

const mostStack = 90;
const mostCard = 260;
const inset = 5;
const signature = { width: 110, height: 36, caption: 11 } as const;

/** Boxes side by side. What is too long for a box follows below all of them, with its label. */
export function drawCards(sheet: Sheet, cards: readonly Card[]) {
  const { pdf, margin, gap } = sheet;
  const column = columnOf(sheet, cards);
  const shortened = cards.map((card) => shorten(sheet, card, column));
  const height = cardsHeight(sheet, cards);
  makeRoom(sheet, height);
  const top = pdf.y;
  for (const [index, { card }] of shortened.entries())
    drawCard(sheet, card, { left: margin + index * (column + gap), top, width: column, height });
  pdf.y = top + height + gap;
  for (const { rest } of shortened)
    for (const [label, value] of rest) drawText(sheet, value, label);
}

export function cardsHeight(sheet: Sheet, cards: readonly Card[]): number {
  const column = columnOf(sheet, cards);
  const heights = cards.map((card) => {
    const { facts } = shorten(sheet, card, column).card;
    const written = listHeight(sheet, facts, factsWidth(card, column));
    return card.signature ? Math.max(written, signature.height + signature.caption) : written;
  });
  return Math.max(...heights) + headingHeight(sheet) + 2 * inset;
}

function columnOf({ width, gap }: Sheet, cards: readonly Card[]): number {
  return (width - (cards.length - 1) * gap) / cards.length;
}

/** A signature stands beside the facts. */
function factsWidth(card: Card, column: number): number {
  return column - 2 * inset - (card.signature ? signature.width + inset : 0);
}

function drawCard(sheet: Sheet, card: Card, { left, top, width, height }: Box) {
  const { pdf } = sheet;
  pdf.rect(left, top, width, height).lineWidth(0.6).stroke(line);
  headingFont(sheet);
  write(sheet, card.heading, { left: left + inset, top: top + inset, width: width - 2 * inset });
  const below = top + inset + headingHeight(sheet);
  const inner = factsWidth(card, width);
  drawList(sheet, card.facts, { left: left + inset, top: below, width: inner });
  if (!card.signature) return;
  const { width: wide, height: high } = signature;
  drawPicture(sheet, card.signature, {
    left: left + width - inset - wide,
    top: below,
    width: wide,
    height: high,
  });
}

function shorten(sheet: Sheet, card: Card, column: number): { card: Card; rest: readonly Fact[] } {
  const inner = factsWidth(card, column);
  const most = Math.max(60, mostCard / Math.max(1, card.facts.length));
  const isLong = (fact: Fact) => listHeight(sheet, [fact], inner) > most;
  const rest = card.facts.filter(isLong);
  const facts = card.facts.map((fact): Fact => (isLong(fact) ? [fact[0], "See below"] : fact));
  return { card: { ...card, facts }, rest };
}

function headingFont({ pdf, size }: Sheet) {
  pdf
    .font("bold")
    .fontSize(size + 1)
    .fillColor(ink);
}

function headingHeight(sheet: Sheet): number {
  headingFont(sheet);
  return sheet.pdf.currentLineHeight(true) + 3;
}

const labelSize = 6.5;
const between = 1.5;

/** Labels above their values. */
function stackHeight(sheet: Sheet, facts: readonly Fact[], width: number): number {
  const { pdf, size } = sheet;
  return facts.reduce((height, [label, value]) => {
    pdf.font("regular").fontSize(labelSize);
    const above = heightOfText(sheet, label, width);
    pdf.fontSize(size);
    const below = heightOfText(sheet, value, width);
    return height + above + below + between;
  }, 0);
}

function drawStack(
  sheet: Sheet,
  facts: readonly Fact[],
  { left, top, width }: { left: number; top: number; width: number },
): number {
  const { pdf, size } = sheet;
  let y = top;
  for (const [label, value] of facts) {
    pdf.font("regular").fontSize(labelSize).fillColor(faint);
    write(sheet, label, { left, top: y, width });
    pdf.fontSize(size).fillColor(ink);
    write(sheet, value, { left, top: pdf.y, width });
    y = pdf.y + between;
  }
  return y;
}

/** Labels beside their values: in a wide box a label needs less of it. */
function labelShareOf(width: number): number {
  return width > 220 ? 0.32 : 0.4;
}

function listHeight(sheet: Sheet, facts: readonly Fact[], width: number): number {
  const { pdf, size } = sheet;
  const labelShare = labelShareOf(width);
  pdf.font("regular").fontSize(size);
  return facts.reduce((height, [label, value]) => {
    const beside = heightOfText(sheet, label, width * labelShare - between);
    const tall = heightOfText(sheet, value, width * (1 - labelShare));
    return height + Math.max(beside, tall) + between;
  }, 0);
}

function drawList(
  sheet: Sheet,
  facts: readonly Fact[],
  { left, top, width }: { left: number; top: number; width: number },
): void {
  const { pdf, size } = sheet;
  const labelShare = labelShareOf(width);
  let y = top;
  for (const fact of facts) {
    const [label, value] = fact;
    pdf.font("regular").fontSize(size).fillColor(faint);
    write(sheet, label, { left, top: y, width: width * labelShare - between });
    pdf.fillColor(ink);
    write(sheet, value, {
      left: left + width * labelShare,
      top: y,
      width: width * (1 - labelShare),
    });
    y += listHeight(sheet, [fact], width);
  }
}
