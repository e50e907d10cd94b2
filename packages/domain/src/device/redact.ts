import { postcodesInText } from "../postcode.ts";

/** Shorter names are parts of ordinary words. */
const minKnownLength = 3;

/**
 * Removes personal data from a log line: e-mail addresses, telephone numbers, postcodes, tokens, PINs, images and
 * every text of `known` (names, address lines). Ids remain, because they lead to the job.
 */
export function redact(text: string, known: Iterable<string> = []): string {
  const withoutPatterns = patterns.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    text,
  );
  return withoutKnown(withoutPatterns, known);
}

/** The order matters: the longest and most certain patterns come first. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/data:[\w/+.-]+;base64,[\w+/=]*/g, "[picture]"],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "[token]"],
  [/\bbearer\s+[^\s"',]+/gi, "Bearer [token]"],
  [
    /((?:pin|password|passphrase|secret|token|authorization|signature)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&}\]]+)/gi,
    "$1[secret]",
  ],
  [/\b(pin|password|passphrase)(\s+(?:is|was)?\s*)(?=\S*\d)\S+/gi, "$1$2[secret]"],
  [/[\p{L}\d._%+'-]{1,64}@[\p{L}\d.-]{1,255}\.\p{L}{2,24}/gu, "[email]"],
  // This matches a number as people write it, not the digits of an id, a time stamp or a count.
  [/(?<![\w.:+-])(?:\+44\s?|\(?0)(?:[\s()-]{0,2}\d){9,10}(?![\w-])/g, "[phone]"],
  [postcodesInText, "[postcode]"],
];

/** One pass replaces all, the longest first: replacing "Anna" must not leave "Smith" of "Anna Smith". */
function withoutKnown(text: string, known: Iterable<string>): string {
  const words = [...new Set([...known].map((word) => word.trim()))]
    .filter((word) => word.length >= minKnownLength)
    .sort((a, b) => b.length - a.length);
  if (words.length === 0) return text;
  const anyOf = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.replaceAll(
    new RegExp(`(?<![\\p{L}\\d])(?:${anyOf})(?![\\p{L}\\d])`, "giu"),
    "[personal]",
  );
}
