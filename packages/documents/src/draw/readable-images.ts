import type { Block, DocumentContent, DocumentImage } from "../document-content.ts";
import { isPng, opaquePng } from "./png.ts";

/** The paper with pictures that can be drawn at once; what cannot is named without being shown. */
export async function withReadableImages(content: DocumentContent): Promise<DocumentContent> {
  const sections = content.sections.map(async (section) => ({
    ...section,
    blocks: await Promise.all(section.blocks.map(withReadableBlockImages)),
  }));
  return { ...content, sections: await Promise.all(sections) };
}

async function withReadableBlockImages(block: Block): Promise<Block> {
  if (block.kind === "pictures")
    return { ...block, pictures: await Promise.all(block.pictures.map(readableImage)) };
  if (block.kind !== "cards") return block;
  const cards = block.cards.map(async (card) =>
    card.signature ? { ...card, signature: await readableImage(card.signature) } : card,
  );
  return { ...block, cards: await Promise.all(cards) };
}

async function readableImage(image: DocumentImage): Promise<DocumentImage> {
  const { bytes } = image;
  return bytes && isPng(bytes) ? { ...image, bytes: await opaquePng(bytes) } : image;
}
