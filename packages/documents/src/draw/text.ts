import bidiFactory, { type Bidi } from "bidi-js";
import { hasRightToLeft } from "@fieldfare/domain";
import { bottom, cleanIsolatedText, cleanText, type PageLayout } from "./page-layout.ts";

// The types describe an ES module, but Node and the bundler load the factory itself as the default export.
// oxlint-disable-next-line typescript/consistent-type-assertions
const bidi = (bidiFactory as unknown as () => Bidi)();

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Further lines are cut. */
  readonly maxLines?: number;
}

/** Writes with the current font, and leaves `pdf.y` below the last line. */
export function write(layout: PageLayout, text: string, { left, top, width, maxLines }: Place) {
  const { pdf } = layout;
  const cleaned = cleanText(text);
  const height = pdf.currentLineHeight(true);
  if (!hasRightToLeft(cleaned)) {
    const cut = maxLines && { height: maxLines * height + 1, ellipsis: true };
    pdf.text(cleaned || " ", left, top, { width, ...cut });
    return;
  }
  pdf.y = top;
  for (const line of breakLines(layout, cleanIsolatedText(text), width).slice(0, maxLines)) {
    if (pdf.y + height > bottom(layout) + 2) pdf.addPage();
    const { y } = pdf;
    let x = left;
    for (const { piece, offset } of placePieces(layout, line)) {
      x = left + offset;
      pdf.text(piece, x, y, { lineBreak: false });
    }
    pdf.y = y + height;
  }
  pdf.x = left;
}

/** Returns the height in points, in the present font; `width` is in points too. */
export function textHeight(layout: PageLayout, text: string, width: number): number {
  const { pdf } = layout;
  const cleaned = cleanText(text);
  return hasRightToLeft(cleaned)
    ? breakLines(layout, cleanIsolatedText(text), width).length * pdf.currentLineHeight(true)
    : pdf.heightOfString(cleaned || " ", { width });
}

/** A line with the embedding levels of its characters: odd levels run from right to left. */
interface Line {
  readonly text: string;
  readonly levels: Uint8Array;
  readonly paragraphLevel: number;
}

/**
 * The drawing library breaks lines and shapes words, but it places the words of a line from left to right whatever
 * their direction. So text with another direction is broken here, and each line is placed in its visual order.
 */
function breakLines({ pdf }: PageLayout, text: string, width: number): Line[] {
  return text.split("\n").flatMap((isolated) => {
    const { levels: isolatedLevels, paragraphs } = bidi.getEmbeddingLevels(isolated);
    const paragraphLevel = paragraphs[0]?.level ?? 0;
    const levels = isolatedLevels.filter((_, index) => !isIsolationMark(isolated[index]));
    const paragraph = isolated.replaceAll(isolationMarks, "");
    const lines: Line[] = [];
    let start = 0;
    let end = 0;
    const finish = (to: number) => {
      lines.push({
        text: paragraph.slice(start, to).trimEnd(),
        levels: levels.slice(start, to),
        paragraphLevel,
      });
      start = to;
    };
    for (const word of splitWords(paragraph, (part) => pdf.widthOfString(part) > width)) {
      const isTooWide =
        pdf.widthOfString(paragraph.slice(start, end + word.length).trimEnd()) > width;
      if (isTooWide && end > start) finish(end);
      end += word.length;
    }
    finish(end);
    return lines;
  });
}

/** The marks around an isolated value decide its levels, and are not drawn. */
const isolationMarks = /[\u2068\u2069]/gu;

function isIsolationMark(character = ""): boolean {
  return /^[\u2068\u2069]/u.test(character);
}

/** Returns words with the space after them. A word that is wider than the line is broken anywhere. */
function splitWords(paragraph: string, isTooWide: (word: string) => boolean): string[] {
  const words = paragraph.match(/[^ \u200B]+[ \u200B]*|[ \u200B]+/g) ?? [];
  return words.flatMap((word) => (isTooWide(word) ? (word.match(/.{1,5}/gsu) ?? []) : [word]));
}

interface Piece {
  readonly piece: string;
  readonly offset: number;
}

/**
 * Returns the pieces of a line with their distance from its left edge. They stay in reading order, so that copied
 * text has that order as well.
 */
function placePieces({ pdf }: PageLayout, { text, levels, paragraphLevel }: Line): Piece[] {
  const pieces = splitPieces(text, levels);
  const widths = pieces.map(({ piece }) => pdf.widthOfString(piece));
  const offsets = new Map<number, number>();
  let x = 0;
  for (const index of visualOrder(
    pieces.map(({ level }) => level),
    paragraphLevel,
  )) {
    offsets.set(index, x);
    x += widths[index] ?? 0;
  }
  return pieces.map(({ piece }, index) => ({ piece, offset: offsets.get(index) ?? 0 }));
}

/** Returns words and spaces, split where the direction changes. */
function splitPieces(text: string, levels: Uint8Array): { piece: string; level: number }[] {
  const pieces: { piece: string; level: number }[] = [];
  let start = 0;
  for (let end = 1; end <= text.length; end += 1) {
    const isSame = levels[end] === levels[start] && (text[end] === " ") === (text[start] === " ");
    if (end < text.length && isSame) continue;
    const level = levels[start] ?? 0;
    pieces.push({ piece: toVisualOrder(text.slice(start, end), level), level });
    start = end;
  }
  return pieces;
}

/** The drawing library reverses Hebrew and Arabic words itself, but not punctuation, and it mirrors nothing. */
function toVisualOrder(piece: string, level: number): string {
  if (level % 2 === 0) return piece;
  const mirrored = Array.from(
    piece,
    (character) => bidi.getMirroredCharacter(character) ?? character,
  );
  return hasRightToLeft(piece) ? mirrored.join("") : mirrored.reverse().join("");
}

/**
 * Rule L2 of the Unicode bidirectional algorithm: runs are reversed from the highest level down to the lowest odd
 * one.
 */
function visualOrder(levels: readonly number[], paragraphLevel: number): number[] {
  const order = levels.map((_, index) => index);
  const highest = Math.max(paragraphLevel, ...levels);
  for (let level = highest; level >= 1; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && (levels[order[to] ?? 0] ?? 0) >= level) to += 1;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}
