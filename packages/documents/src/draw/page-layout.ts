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
  /** Size of the text in tables and facts. */
  readonly size: number;
  /** Between what stands one below the other, or side by side. */
  readonly gap: number;
}

export const ink = "#1d2a35";
export const faint = "#55636f";
export const line = "#c5ccd3";
export const tint = "#eef2f5";
export const alarm = "#a11c1c";

const shortSide = 595.28;
const longSide = 841.89;

/** A4, text that can be selected and searched. */
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

/** Where the text of a page ends. */
export function bottom({ margin, pageHeight }: PageLayout): number {
  return pageHeight - margin - 2;
}

/** True when that began a page. */
export function ensureSpace(layout: PageLayout, height: number): boolean {
  // What is taller than a page begins at its top all the same: another page would stay empty.
  if (layout.pdf.y <= layout.margin) return false;
  if (layout.pdf.y + height <= bottom(layout)) return false;
  layout.pdf.addPage();
  return true;
}

export function drawRule(layout: PageLayout, y: number, thickness: number) {
  layout.pdf
    .moveTo(layout.margin, y)
    .lineTo(layout.margin + layout.width, y)
    .lineWidth(thickness)
    .stroke(line);
}

/** The fonts have no glyphs for them: an empty box would look like a fault of the document. */
const emoji = /(?:[\u{1F000}-\u{1FAFF}](?:\uFE0F|\p{Emoji_Modifier}|\u200D\S)*)+/gu;

/**
 * Control characters have no glyphs, and those that turn the direction round would hide what stands there; lines stay
 * lines. A word without end gets places where it may break:
 * to find them by itself costs the layout the square of its length.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\p{Cs}/gu, "\uFFFD")
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "")
    .replaceAll(emoji, "[emoji]")
    .replaceAll("\t", "  ")
    .replaceAll(/\S{60}(?=\S)/gu, "$&\u200B");
}
