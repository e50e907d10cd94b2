import { PdfDocument } from "./pdf-document.ts";
import type { Fonts } from "../fonts.ts";
import type { DocumentContent } from "../document-content.ts";

export type Pdf = PdfDocument;

/** A document that is being drawn, with the measures of its pages in points. */
export interface PageLayout {
  readonly pdf: Pdf;
  readonly margin: number;
  /** Between the margins. */
  readonly width: number;
  readonly pageHeight: number;
  /** The text size in tables and details. */
  readonly size: number;
  /** The space between blocks, below each other or next to each other. */
  readonly gap: number;
}

export const ink = "#1d2a35";
export const faint = "#55636f";
export const line = "#c5ccd3";
export const tint = "#eef2f5";
export const alarm = "#a11c1c";

const shortSide = 595.28;
const longSide = 841.89;

/** Creates an A4 document whose text can be selected and searched. */
export function createLayout(content: DocumentContent, { regular, bold }: Fonts): PageLayout {
  const isWide = content.orientation === "landscape";
  const [width, height] = isWide ? [longSide, shortSide] : [shortSide, longSide];
  const margin = isWide ? 26 : 44;
  const pdf = new PdfDocument({
    size: [width, height],
    margin,
    bufferPages: true,
    font: "",
    lang: "en-GB",
    displayTitle: true,
    info: {
      Title: cleanText(`${content.title} ${content.reference}`),
      Creator: "Fieldfare",
      Producer: "Fieldfare",
      CreationDate: new Date(content.date),
    },
  });
  pdf.registerFont("regular", regular).registerFont("bold", bold);
  return {
    pdf,
    margin,
    width: width - 2 * margin,
    pageHeight: height,
    ...(isWide ? { size: 7.5, gap: 5 } : { size: 9, gap: 8 }),
  };
}

/** Returns where the text of a page ends. */
export function bottom({ margin, pageHeight }: PageLayout): number {
  return pageHeight - margin - 2;
}

/** Starts a new page if `height` does not fit. Returns true if it did. */
export function ensureSpace(layout: PageLayout, height: number): boolean {
  // A block taller than a page starts at the top anyway: a new page would leave this one empty.
  if (layout.pdf.y <= layout.margin) return false;
  if (layout.pdf.y + height <= bottom(layout)) return false;
  layout.pdf.addPage();
  return true;
}

/** Draws a line between the margins; `y` and `thickness` are in points. */
export function drawRule(layout: PageLayout, y: number, thickness: number) {
  layout.pdf
    .moveTo(layout.margin, y)
    .lineTo(layout.margin + layout.width, y)
    .lineWidth(thickness)
    .stroke(line);
}

/** The fonts have no glyphs for emoji: an empty box would look like an error of the document. */
const emoji = /(?:[\u{1F000}-\u{1FAFF}](?:\uFE0F|\p{Emoji_Modifier}|\u200D\S)*)+/gu;

/**
 * Removes control characters, which have no glyphs, and direction marks, which could hide text; keeps line breaks. A
 * very long word gets places to break, because the layout would need quadratic time to find them.
 */
export function cleanText(text: string): string {
  return cleanIsolatedText(text).replaceAll(/[\u2068\u2069]/gu, "");
}

/** Cleans text, but keeps the marks of `isolateText` around a value. They have no glyphs either. */
export function cleanIsolatedText(text: string): string {
  return text
    .replaceAll(/\p{Cs}/gu, "\uFFFD")
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066\u2067]/gu, "")
    .replaceAll(emoji, "[emoji]")
    .replaceAll("\t", "  ")
    .replaceAll(/\S{60}(?=\S)/gu, "$&\u200B");
}
