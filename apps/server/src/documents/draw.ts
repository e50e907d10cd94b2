import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PdfKit from "pdfkit";
import type { Block, Column, Fact, Paper, Picture, Section } from "./paper.ts";

type Pdf = InstanceType<typeof PdfKit>;

const page = { width: 595.28, height: 841.89, margin: 44, footer: 30 } as const;
const width = page.width - 2 * page.margin;
const ink = "#1d2a35";
const faint = "#55636f";
const line = "#c5ccd3";
const gap = 10;
const photos = { columns: 3, height: 140 } as const;
const signature = { width: 200, height: 80 } as const;

// DejaVu has Latin, Greek, Cyrillic, Hebrew and Arabic: names are written as people spell them.
const require = createRequire(import.meta.url);
const regular = readFileSync(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf"));
const bold = readFileSync(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf"));

/** The paper as PDF: A4, text that can be selected and searched, every page numbered. */
export async function draw(paper: Paper): Promise<Buffer> {
  const pdf = new PdfKit({
    size: [page.width, page.height],
    margin: page.margin,
    bufferPages: true,
    font: "",
    lang: "en-GB",
    displayTitle: true,
    info: {
      Title: `${paper.title} ${paper.reference}`,
      Creator: "Fieldfare",
      Producer: "Fieldfare",
      CreationDate: new Date(paper.date),
    },
  });
  const bytes = collect(pdf);
  pdf.registerFont("regular", regular).registerFont("bold", bold);
  drawTitle(pdf, paper);
  for (const section of paper.sections) drawSection(pdf, section);
  numberPages(pdf, paper);
  pdf.end();
  return bytes;
}

function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
}

function drawTitle(pdf: Pdf, { title, reference }: Paper) {
  pdf
    .font("bold")
    .fontSize(18)
    .fillColor(ink)
    .text(`${title} ${clean(reference)}`);
  pdf.moveDown(0.5);
}

function drawSection(pdf: Pdf, { heading, blocks }: Section) {
  // A heading never stands alone at the foot of a page.
  makeRoom(pdf, 60);
  const top = pdf.y + 4;
  pdf
    .moveTo(page.margin, top)
    .lineTo(page.margin + width, top)
    .lineWidth(0.7)
    .stroke(line);
  pdf
    .font("bold")
    .fontSize(12)
    .fillColor(ink)
    .text(heading, page.margin, top + 6, { width });
  pdf.y += 4;
  for (const block of blocks) drawBlock(pdf, block);
}

function drawBlock(pdf: Pdf, block: Block) {
  switch (block.kind) {
    case "facts":
      return drawFacts(pdf, block.facts);
    case "text":
      return drawText(pdf, block.text, block.label);
    case "table":
      return drawTable(pdf, block.columns, block.rows);
    case "pictures":
      return drawPictures(pdf, block.pictures);
  }
}

function drawFacts(pdf: Pdf, facts: readonly Fact[]) {
  const columns = [{ share: 0.28 }, { share: 0.72 }];
  for (const fact of facts) drawRow(pdf, columns, fact, { first: "bold", lined: false });
  pdf.y += gap;
}

function drawText(pdf: Pdf, text: string, label: string | undefined) {
  if (label !== undefined) {
    makeRoom(pdf, 30);
    pdf.font("bold").fontSize(9).fillColor(faint).text(clean(label), page.margin, pdf.y, { width });
  }
  pdf.font("regular").fontSize(9).fillColor(ink).text(clean(text), page.margin, pdf.y, { width });
  pdf.y += gap;
}

function drawTable(pdf: Pdf, columns: readonly Column[], rows: readonly (readonly string[])[]) {
  const headings = columns.map(({ heading }) => heading);
  const drawHead = () => drawRow(pdf, columns, headings, { first: "bold", rest: "bold" });
  drawHead();
  for (const row of rows) {
    const before = pdf.bufferedPageRange().count;
    makeRoom(pdf, heightOf(pdf, columns, row, {}));
    if (pdf.bufferedPageRange().count > before) drawHead();
    drawRow(pdf, columns, row, {});
  }
  pdf.y += gap;
}

interface RowStyle {
  readonly first?: "bold";
  readonly rest?: "bold";
  readonly lined?: boolean;
}

const padding = 3;

/** Cells side by side. A row that is taller than a page is cut into pieces that fit. */
function drawRow(
  pdf: Pdf,
  columns: readonly { readonly share: number }[],
  cells: readonly string[],
  style: RowStyle,
) {
  const height = heightOf(pdf, columns, cells, style);
  if (height > bottom() - page.margin) return drawTallRow(pdf, cells);
  makeRoom(pdf, height);
  const top = pdf.y;
  let left: number = page.margin;
  for (const [index, { share }] of columns.entries()) {
    setFont(pdf, style, index);
    const cell = clean(cells[index] ?? "");
    pdf.text(cell, left, top + padding, { width: share * width - 6 });
    left += share * width;
  }
  pdf.y = top + height;
  if (style.lined === false) return;
  pdf
    .moveTo(page.margin, pdf.y)
    .lineTo(page.margin + width, pdf.y)
    .lineWidth(0.4)
    .stroke(line);
}

/** Text flows over pages by itself; cells do not. */
function drawTallRow(pdf: Pdf, cells: readonly string[]) {
  for (const cell of cells.filter(Boolean)) drawText(pdf, cell, undefined);
}

function heightOf(
  pdf: Pdf,
  columns: readonly { readonly share: number }[],
  cells: readonly string[],
  style: RowStyle,
): number {
  const heights = columns.map(({ share }, index) => {
    setFont(pdf, style, index);
    return pdf.heightOfString(clean(cells[index] ?? "") || " ", { width: share * width - 6 });
  });
  return Math.max(...heights) + 2 * padding;
}

function setFont(pdf: Pdf, style: RowStyle, index: number) {
  const weight = (index === 0 ? style.first : style.rest) ?? "regular";
  pdf.font(weight).fontSize(9).fillColor(ink);
}

function drawPictures(pdf: Pdf, pictures: readonly Picture[]) {
  const signatures = pictures.filter(({ size }) => size === "signature");
  const others = pictures.filter(({ size }) => size === "photo");
  for (const picture of signatures) {
    makeRoom(pdf, signature.height + 20);
    drawPicture(pdf, picture, page.margin, pdf.y, signature);
    pdf.y += signature.height + 20;
  }
  const box = { width: (width - gap) / photos.columns, height: photos.height };
  for (let from = 0; from < others.length; from += photos.columns) {
    makeRoom(pdf, box.height + 24);
    const top = pdf.y;
    for (const [index, picture] of others.slice(from, from + photos.columns).entries())
      drawPicture(pdf, picture, page.margin + index * (box.width + gap), top, box);
    pdf.y = top + box.height + 24;
  }
}

interface Box {
  readonly width: number;
  readonly height: number;
}

function drawPicture(pdf: Pdf, { bytes, caption }: Picture, left: number, top: number, box: Box) {
  const shown = bytes !== null && drawBytes(pdf, bytes, left, top, box);
  if (!shown) pdf.rect(left, top, box.width, box.height).lineWidth(0.4).stroke(line);
  const words = shown ? caption : `${caption} (cannot be shown here; it is kept with the job)`;
  pdf
    .font("regular")
    .fontSize(7.5)
    .fillColor(faint)
    .text(clean(words), left, top + box.height + 3, {
      width: box.width,
      height: 18,
      ellipsis: true,
    });
}

/** False when the bytes are a picture that cannot be put into a PDF: the paper is made all the same. */
function drawBytes(pdf: Pdf, bytes: Uint8Array, left: number, top: number, box: Box): boolean {
  try {
    const fit: [number, number] = [box.width, box.height];
    pdf.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), left, top, { fit });
    return true;
  } catch {
    return false;
  }
}

function numberPages(pdf: Pdf, { title, reference }: Paper) {
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    // Else writing below the margin would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font("regular").fontSize(8).fillColor(faint);
    const place = { width, lineBreak: false } as const;
    pdf.text(clean(`${title} ${reference}`), page.margin, page.height - page.footer, place);
    pdf.text(`Page ${index + 1} of ${count}`, page.margin, page.height - page.footer, {
      ...place,
      align: "right",
    });
  }
}

function makeRoom(pdf: Pdf, height: number) {
  if (pdf.y + height > bottom()) pdf.addPage();
}

function bottom(): number {
  return page.height - page.margin;
}

/**
 * Control characters have no glyphs; lines stay lines. A word without end gets places where it may break:
 * to find them by itself costs the layout the square of its length.
 */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll("\t", "  ")
    .replaceAll(/\S{60}(?=\S)/gu, "$&\u200B");
}
