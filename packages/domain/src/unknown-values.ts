/** True for an object with named values, and not for a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a field of a value whose type is not known, such as parsed JSON or a row of an earlier build; undefined if
 * there is no such field, or no object on the way to it.
 */
export function readField(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, key)
        ? Reflect.get(part, key)
        : undefined,
    value,
  );
}

/** Returns a field if it is a text, and else undefined. */
export function readTextField(value: unknown, ...path: readonly string[]): string | undefined {
  const field = readField(value, ...path);
  return typeof field === "string" ? field : undefined;
}

/** Returns a field if it is a number, and else undefined. */
export function readNumberField(value: unknown, ...path: readonly string[]): number | undefined {
  const field = readField(value, ...path);
  return typeof field === "number" ? field : undefined;
}

/** Returns a text without the spaces around it; empty for a value that is no text. */
export function readText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
