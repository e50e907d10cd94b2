import type { Block, DocumentContent, DocumentImage } from "../document-content.ts";
import { isPng, opaquePng } from "./png.ts";

/**
 * Converts the images so that they can be drawn at once. An unreadable image becomes null, so only its caption is
 * printed.
 */
export async function withReadableImages(content: DocumentContent): Promise<DocumentContent> {
  const sections = content.sections.map(async (section) => ({
    ...section,
    blocks: await Promise.all(section.blocks.map(withReadableBlockImages)),
  }));
  return { ...content, sections: await Promise.all(sections) };
}

async function withReadableBlockImages(block: Block): Promise<Block> {
  if (block.kind === "images")
    return { ...block, images: await Promise.all(block.images.map(readableImage)) };
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
