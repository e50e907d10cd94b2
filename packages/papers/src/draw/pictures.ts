import type { Picture } from "../paper.ts";
import { faint, line, makeRoom, type Sheet } from "./sheet.ts";
import { write } from "./text.ts";

const captionHeight = 32;
const signature = { width: 200, height: 70 } as const;

export function drawPictures(sheet: Sheet, pictures: readonly Picture[]) {
  const { pdf, margin } = sheet;
  for (const picture of pictures.filter(({ size }) => size === "signature")) {
    makeRoom(sheet, signature.height + captionHeight);
    drawPicture(sheet, picture, { left: margin, top: pdf.y, ...signature });
    pdf.y += signature.height + captionHeight;
  }
  const photos = pictures.filter(({ size }) => size === "photo");
  const { columns, box } = photoGrid(sheet);
  for (let from = 0; from < photos.length; from += columns) {
    makeRoom(sheet, box.height + captionHeight);
    const top = pdf.y;
    for (const [index, picture] of photos.slice(from, from + columns).entries())
      drawPicture(sheet, picture, { left: margin + index * (box.width + sheet.gap), top, ...box });
    pdf.y = top + box.height + captionHeight;
  }
}

/** As high as a photo in landscape is, so that its caption stands right below it. */
function photoGrid({ width, gap }: Sheet) {
  const columns = width > 600 ? 5 : 3;
  const wide = (width - (columns - 1) * gap) / columns;
  return { columns, box: { width: wide, height: wide * 0.75 } };
}

export function startOfPictures(sheet: Sheet, pictures: readonly Picture[]): number {
  const isSigned = pictures.some(({ size }) => size === "signature");
  return (isSigned ? signature.height : photoGrid(sheet).box.height) + captionHeight;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The picture with its caption below the box. */
export function drawPicture(sheet: Sheet, { bytes, caption }: Picture, box: Box) {
  const { pdf } = sheet;
  const { left, top, width, height } = box;
  const shown = bytes !== null && drawBytes(pdf, bytes, box);
  if (!shown) pdf.rect(left, top, width, height).lineWidth(0.4).stroke(line);
  const words = shown ? caption : `${caption} (cannot be shown here; it is kept with the job)`;
  pdf.font("regular").fontSize(7).fillColor(faint);
  write(sheet, words, { left, top: top + height + 3, width, maxLines: 3 });
}

/** False when the bytes are a picture that cannot be put into a PDF: the paper is made all the same. */
function drawBytes(pdf: Sheet["pdf"], bytes: Uint8Array, box: Box): boolean {
  try {
    pdf.image(bytes as Buffer, box.left, box.top, { fit: [box.width, box.height] });
    return true;
  } catch {
    return false;
  }
}
