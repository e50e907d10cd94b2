import type { DocumentImage } from "../document-content.ts";
import { faint, line, ensureSpace, type PageLayout } from "./page-layout.ts";
import { write } from "./text.ts";

const captionHeight = 32;
const signature = { width: 200, height: 70 } as const;

/** Draws the signatures below each other, then the photos in rows, each with its caption. */
export function drawImages(layout: PageLayout, images: readonly DocumentImage[]) {
  const { pdf, margin } = layout;
  for (const image of images.filter(({ size }) => size === "signature")) {
    ensureSpace(layout, signature.height + captionHeight);
    drawImage(layout, image, { left: margin, top: pdf.y, ...signature });
    pdf.y += signature.height + captionHeight;
  }
  const photos = images.filter(({ size }) => size === "photo");
  const { columns, box } = photoGrid(layout);
  for (let from = 0; from < photos.length; from += columns) {
    ensureSpace(layout, box.height + captionHeight);
    const top = pdf.y;
    for (const [index, image] of photos.slice(from, from + columns).entries())
      drawImage(layout, image, { left: margin + index * (box.width + layout.gap), top, ...box });
    pdf.y = top + box.height + captionHeight;
  }
}

/** The box has the shape of a landscape photo, so that the caption is directly below the photo. */
function photoGrid({ width, gap }: PageLayout) {
  const columns = width > 600 ? 5 : 3;
  const wide = (width - (columns - 1) * gap) / columns;
  return { columns, box: { width: wide, height: wide * 0.75 } };
}

/** Returns the height in points of the first signature or row of photos, with its captions. */
export function imagesStartHeight(layout: PageLayout, images: readonly DocumentImage[]): number {
  const isSigned = images.some(({ size }) => size === "signature");
  return (isSigned ? signature.height : photoGrid(layout).box.height) + captionHeight;
}

/** A place on the page, in points from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws the image with its caption below the box. */
export function drawImage(layout: PageLayout, { bytes, caption }: DocumentImage, box: Box) {
  const { pdf } = layout;
  const { left, top, width, height } = box;
  const shown = bytes !== null && drawBytes(pdf, bytes, box);
  if (!shown) pdf.rect(left, top, width, height).lineWidth(0.4).stroke(line);
  const text = shown ? caption : `${caption} (cannot be shown here, but is saved with the job)`;
  pdf.font("regular").fontSize(7).fillColor(faint);
  write(layout, text, { left, top: top + height + 3, width, maxLines: 3 });
}

/** Returns false if the bytes cannot be put into a PDF. The document is drawn without them. */
function drawBytes(pdf: PageLayout["pdf"], bytes: Uint8Array, box: Box): boolean {
  try {
    // The types ask for a Buffer, which browsers do not have; the library takes any bytes.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    pdf.image(bytes as Buffer, box.left, box.top, { fit: [box.width, box.height] });
    return true;
  } catch {
    return false;
  }
}
