/** Longer text of one draft is cut in an alert. */
const maxLength = 4_000;

const machineValue =
  /^(data:|blob:|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|\d{4}-\d\d-\d\d(T|$))/i;

/**
 * The text that a person typed into a draft, whatever the draft's shape: one line for each field. Ids, dates
 * and images are left out; of a form, whose choices are stored as codes, only text with a space counts.
 */
export function typedText(thing: string, values: unknown): string {
  const isForm = thing === "form";
  const source = isForm && isRecord(values) ? values["answers"] : values;
  return stringsIn(source, 20)
    .map((text) => text.trim())
    .filter((text) => text !== "" && !machineValue.test(text))
    .filter((text) => !isForm || /\s/.test(text))
    .join("\n")
    .slice(0, maxLength);
}

function stringsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (depth === 0 || typeof value !== "object" || value === null) return [];
  if (value instanceof ArrayBuffer) return [];
  return Object.values(value).flatMap((part) => stringsIn(part, depth - 1));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
