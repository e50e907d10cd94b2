import { isRecord } from "../unknown-values.ts";

/** An alert shows at most this many characters of one draft. */
const maxLength = 4_000;

const machineValue =
  /^(data:|blob:|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|\d{4}-\d\d-\d\d(T|$))/i;

/** The kinds of draft with the answers in a field of their own, next to the engineer's position in them. */
const kindsWithPosition = ["form", "close"];

/**
 * Returns the text that a person typed into a draft of any shape, one line for each field. Ids, dates and images are
 * left out, and so is what `saved`, the answers that were saved before, has as well. The choices of a form are stored as
 * codes, so a form's values count only if they contain a space.
 */
export function typedText(kind: string, values: unknown, saved: unknown = null): string {
  const source = kindsWithPosition.includes(kind) && isRecord(values) ? values["answers"] : values;
  const known = new Set(stringsIn(saved, 20).map((text) => text.trim()));
  return stringsIn(source, 20)
    .map((text) => text.trim())
    .filter((text) => text !== "" && !machineValue.test(text) && !known.has(text))
    .filter((text) => kind !== "form" || /\s/.test(text))
    .join("\n")
    .slice(0, maxLength);
}

function stringsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (depth === 0 || typeof value !== "object" || value === null) return [];
  if (value instanceof ArrayBuffer) return [];
  return Object.values(value).flatMap((part) => stringsIn(part, depth - 1));
}
