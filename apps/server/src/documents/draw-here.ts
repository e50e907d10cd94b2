import { readFileSync } from "node:fs";
import { fontAddresses, type Paper } from "@fieldfare/papers";
import { draw } from "@fieldfare/papers/draw";

const fonts = {
  regular: readFileSync(fontAddresses.regular),
  bold: readFileSync(fontAddresses.bold),
};

/** Draws in the thread that asks: for many papers, or while others wait, see `drawing.ts`. */
export function drawHere(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  return draw(paper, fonts);
}
