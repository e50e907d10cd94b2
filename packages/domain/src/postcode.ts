/** The part before the space and the part after it. GIR 0AA is a code of its own; BFPO is for addresses of the armed forces. */
const postcodeShapes = [
  ["[A-Z]{1,2}\\d[A-Z\\d]?", "\\d[A-Z]{2}"],
  ["GIR", "0AA"],
  ["BFPO", "\\d{1,4}"],
] as const;

/** Finds the postcodes in a text, with or without their space. */
export const postcodesInText = new RegExp(
  `\\b(?:${postcodeShapes.map(([before, after]) => `${before}\\s?${after}`).join("|")})\\b`,
  "gi",
);

const wholeShapes = postcodeShapes.map(([before, after]) => new RegExp(`^(${before})(${after})$`));

/** Returns a UK postcode in its usual form, "LS1 1AA"; null if the text cannot be one. */
export function parsePostcode(typed: string): string | null {
  const packed = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  for (const shape of wholeShapes) {
    const match = shape.exec(packed);
    if (match) return `${match[1]} ${match[2]}`;
  }
  return null;
}
