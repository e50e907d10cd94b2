/**
 * JSON text that PostgreSQL's jsonb takes. NUL and halves of surrogate pairs, which an input field's
 * limit can cut out of an emoji, become U+FFFD: evidence is not refused for a broken character.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return unstorable.test(json)
    ? JSON.stringify(value, (_key, part: unknown) => mended(part))
    : json;
}

const unstorable = /\\u(?:0000|d[89a-f])/i;

function mended(part: unknown): unknown {
  if (typeof part === "string") return part.toWellFormed().replaceAll("\0", "\uFFFD");
  if (part === null || typeof part !== "object" || Array.isArray(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, entry]) => [mended(key) as string, entry]),
  );
}
