import type { Card, Detail } from "../document-content.ts";
import { type Box, drawImage } from "./images.ts";
import { bottom, faint, ink, line, ensureSpace, type PageLayout } from "./page-layout.ts";
import { drawRow, drawText, rowHeight } from "./tables.ts";
import { textHeight, write } from "./text.ts";

const labelAndValue = [{ share: 0.28 }, { share: 0.72 }] as const;

/** Draws details from the current place, on further pages if needed. `across` is as in `Block`. */
export function drawDetails(
  layout: PageLayout,
  details: readonly Detail[],
  across: number | undefined,
) {
  if (across !== undefined) return drawDetailsAcross(layout, details, across);
  for (const detail of details) {
    const [label, value] = detail;
    if (rowHeight(layout, labelAndValue, detail) > bottom(layout) - layout.margin)
      drawText(layout, value, label);
    else drawRow(layout, labelAndValue, detail, { first: "bold", lined: false });
  }
  layout.pdf.y += layout.gap;
}

/** Returns the height of a few short details: at most half a page. */
export function detailsHeight(
  layout: PageLayout,
  details: readonly Detail[],
  across: number | undefined,
): number {
  if (across !== undefined) return detailsStartHeight(layout, details, across);
  const rows = details.reduce(
    (height, detail) => height + rowHeight(layout, labelAndValue, detail),
    0,
  );
  return Math.min(rows + layout.gap, layout.pageHeight / 2);
}

/** Returns the height of the first row; for a detail that flows over pages, of its first lines. */
export function detailsStartHeight(
  layout: PageLayout,
  details: readonly Detail[],
  across: number | undefined,
): number {
  const [first = ["", ""]] = details;
  if (across === undefined) return Math.min(rowHeight(layout, labelAndValue, first), 120);
  const column = (layout.width - (across - 1) * layout.gap) / across;
  const row = details.slice(0, across).map((detail) => stackHeight(layout, [detail], column));
  return Math.min(Math.max(...row), maxStackHeight);
}

/** A detail that is too long for its column is drawn after the others, over the full width. */
function drawDetailsAcross(layout: PageLayout, details: readonly Detail[], across: number) {
  const { pdf, margin, width } = layout;
  const column = (width - (across - 1) * layout.gap) / across;
  const fits = (detail: Detail) => stackHeight(layout, [detail], column) <= maxStackHeight;
  const inPlace = details.filter(fits);
  for (let from = 0; from < inPlace.length; from += across) {
    const row = inPlace.slice(from, from + across);
    const height = Math.max(...row.map((detail) => stackHeight(layout, [detail], column)));
    ensureSpace(layout, height);
    const top = pdf.y;
    for (const [index, detail] of row.entries())
      drawStack(layout, [detail], {
        left: margin + index * (column + layout.gap),
        top,
        width: column,
      });
    pdf.y = top + height;
  }
  pdf.y += layout.gap / 2;
  for (const [label, value] of details.filter((detail) => !fits(detail)))
    drawText(layout, value, label);
}

const maxStackHeight = 90;
const maxCardHeight = 260;
const inset = 5;
const signature = { width: 110, height: 36, caption: 11 } as const;

/** Draws boxes next to each other. A value that is too long for a box is drawn below all of them, with its label. */
export function drawCards(layout: PageLayout, cards: readonly Card[]) {
  const { pdf, margin, gap } = layout;
  const column = columnWidth(layout, cards);
  const shortened = cards.map((card) => shorten(layout, card, column));
  const height = cardsHeight(layout, cards);
  ensureSpace(layout, height);
  const top = pdf.y;
  for (const [index, { card }] of shortened.entries())
    drawCard(layout, card, { left: margin + index * (column + gap), top, width: column, height });
  pdf.y = top + height + gap;
  for (const { rest } of shortened)
    for (const [label, value] of rest) drawText(layout, value, label);
}

/** Returns the height in points of cards next to each other, as high as the highest. */
export function cardsHeight(layout: PageLayout, cards: readonly Card[]): number {
  const column = columnWidth(layout, cards);
  const heights = cards.map((card) => {
    const { details } = shorten(layout, card, column).card;
    const written = listHeight(layout, details, detailsWidth(card, column));
    return card.signature ? Math.max(written, signature.height + signature.caption) : written;
  });
  return Math.max(...heights) + headingHeight(layout) + 2 * inset;
}

function columnWidth({ width, gap }: PageLayout, cards: readonly Card[]): number {
  return (width - (cards.length - 1) * gap) / cards.length;
}

/** A signature is next to the details. */
function detailsWidth(card: Card, column: number): number {
  return column - 2 * inset - (card.signature ? signature.width + inset : 0);
}

function drawCard(layout: PageLayout, card: Card, { left, top, width, height }: Box) {
  const { pdf } = layout;
  pdf.rect(left, top, width, height).lineWidth(0.6).stroke(line);
  headingFont(layout);
  write(layout, card.heading, { left: left + inset, top: top + inset, width: width - 2 * inset });
  const below = top + inset + headingHeight(layout);
  const inner = detailsWidth(card, width);
  drawList(layout, card.details, { left: left + inset, top: below, width: inner });
  if (!card.signature) return;
  const { width: wide, height: high } = signature;
  drawImage(layout, card.signature, {
    left: left + width - inset - wide,
    top: below,
    width: wide,
    height: high,
  });
}

function shorten(
  layout: PageLayout,
  card: Card,
  column: number,
): { card: Card; rest: readonly Detail[] } {
  const inner = detailsWidth(card, column);
  const maxHeight = Math.max(60, maxCardHeight / Math.max(1, card.details.length));
  const isLong = (detail: Detail) => listHeight(layout, [detail], inner) > maxHeight;
  const rest = card.details.filter(isLong);
  const details = card.details.map((detail): Detail =>
    isLong(detail) ? [detail[0], "See below"] : detail,
  );
  return { card: { ...card, details }, rest };
}

function headingFont({ pdf, size }: PageLayout) {
  pdf
    .font("bold")
    .fontSize(size + 1)
    .fillColor(ink);
}

function headingHeight(layout: PageLayout): number {
  headingFont(layout);
  return layout.pdf.currentLineHeight(true) + 3;
}

const labelSize = 6.5;
const rowGap = 1.5;

/** Labels are above their values. */
function stackHeight(layout: PageLayout, details: readonly Detail[], width: number): number {
  const { pdf, size } = layout;
  return details.reduce((height, [label, value]) => {
    pdf.font("regular").fontSize(labelSize);
    const above = textHeight(layout, label, width);
    pdf.fontSize(size);
    const below = textHeight(layout, value, width);
    return height + above + below + rowGap;
  }, 0);
}

function drawStack(
  layout: PageLayout,
  details: readonly Detail[],
  { left, top, width }: { left: number; top: number; width: number },
): number {
  const { pdf, size } = layout;
  let y = top;
  for (const [label, value] of details) {
    pdf.font("regular").fontSize(labelSize).fillColor(faint);
    write(layout, label, { left, top: y, width });
    pdf.fontSize(size).fillColor(ink);
    write(layout, value, { left, top: pdf.y, width });
    y = pdf.y + rowGap;
  }
  return y;
}

/** Labels are next to their values. In a wide box a label needs a smaller share. */
function chooseLabelShare(width: number): number {
  return width > 220 ? 0.32 : 0.4;
}

function listHeight(layout: PageLayout, details: readonly Detail[], width: number): number {
  const { pdf, size } = layout;
  const labelShare = chooseLabelShare(width);
  pdf.font("regular").fontSize(size);
  return details.reduce((height, [label, value]) => {
    const labelHeight = textHeight(layout, label, width * labelShare - rowGap);
    const valueHeight = textHeight(layout, value, width * (1 - labelShare));
    return height + Math.max(labelHeight, valueHeight) + rowGap;
  }, 0);
}

function drawList(
  layout: PageLayout,
  details: readonly Detail[],
  { left, top, width }: { left: number; top: number; width: number },
): void {
  const { pdf, size } = layout;
  const labelShare = chooseLabelShare(width);
  let y = top;
  for (const detail of details) {
    const [label, value] = detail;
    pdf.font("regular").fontSize(size).fillColor(faint);
    write(layout, label, { left, top: y, width: width * labelShare - rowGap });
    pdf.fillColor(ink);
    write(layout, value, {
      left: left + width * labelShare,
      top: y,
      width: width * (1 - labelShare),
    });
    y += listHeight(layout, [detail], width);
  }
}
