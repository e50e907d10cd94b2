import { readFileSync } from "node:fs";
import { type Fonts, fontAddresses } from "../fonts.ts";

export const fonts: Fonts = {
  regular: readFileSync(fontAddresses.regular),
  bold: readFileSync(fontAddresses.bold),
};
