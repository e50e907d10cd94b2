/**
 * Serialises a value to JSON text that PostgreSQL's jsonb accepts. NUL and halves of surrogate pairs become U+FFFD:
 * an input field's limit can cut an emoji in half, and evidence is not refused for a broken character.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return unstorable.test(json) ? JSON.stringify(replaceUnstorable(value)) : json;
}

/** Returns the same value with every text and key changed so that it can be stored. */
export function storable(value: unknown): unknown {
  return unstorable.test(JSON.stringify(value) ?? "") ? replaceUnstorable(value) : value;
}

/**
 * Returns the path, with dots, of the first text or key that contains a control character or half of a surrogate
 * pair.
 */
export function findUnprintablePath(value: unknown, path = ""): string | null {
  if (typeof value === "string") return isPrintable(value) ? null : path;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const partPath = path === "" ? key : `${path}.${key}`;
    const found = isPrintable(key) ? findUnprintablePath(part, partPath) : path;
    if (found !== null) return found;
  }
  return null;
}

const unstorable = /\\u(?:0000|d[89a-f])/i;

/** People type tab, line feed and carriage return, and no other control character. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function isPrintable(text: string): boolean {
  return text.isWellFormed() && !control.test(text);
}

function replaceUnstorable(part: unknown): unknown {
  if (typeof part === "string") return part.toWellFormed().replaceAll("\0", "\uFFFD");
  if (part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return part.map(replaceUnstorable);
  return Object.fromEntries(
    Object.entries(part).map(([key, entry]) => [replaceUnstorable(key), replaceUnstorable(entry)]),
  );
}
