import type { Block, Paper, Picture } from "../paper.ts";
import { isPng, opaquePng } from "./png.ts";

/** The paper with pictures that can be drawn at once; what cannot is named without being shown. */
export async function readable(paper: Paper): Promise<Paper> {
  const sections = paper.sections.map(async (section) => ({
    ...section,
    blocks: await Promise.all(section.blocks.map(readableBlock)),
  }));
  return { ...paper, sections: await Promise.all(sections) };
}

async function readableBlock(block: Block): Promise<Block> {
  if (block.kind === "pictures")
    return { ...block, pictures: await Promise.all(block.pictures.map(readablePicture)) };
  if (block.kind !== "cards") return block;
  const cards = block.cards.map(async (card) =>
    card.signature ? { ...card, signature: await readablePicture(card.signature) } : card,
  );
  return { ...block, cards: await Promise.all(cards) };
}

async function readablePicture(picture: Picture): Promise<Picture> {
  const { bytes } = picture;
  return bytes && isPng(bytes) ? { ...picture, bytes: await opaquePng(bytes) } : picture;
}
