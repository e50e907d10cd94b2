import { requestLimits } from "@fieldfare/contract";

/** A body that cannot be read: a text that no schema can validate as JSON, or a form that is not whole. */
export class UnreadableBody extends Error {
  readonly statusCode = 400;
}

/**
 * Throws `UnreadableBody` when the text is not JSON, is nested deeper than `depth`, or contains the key
 * `__proto__`.
 */
export function parseJson(text: string, depth: number = requestLimits.jsonDepth): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableBody("This is not JSON");
  }
  checkNesting(value, depth);
  return value;
}

/** Throws `UnreadableBody` when the value is nested deeper than `depth`, or contains the key `__proto__`. */
export function checkNesting(value: unknown, remainingDepth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (remainingDepth === 0) throw new UnreadableBody("The JSON is nested too deep");
  if (Array.isArray(value)) {
    for (const entry of value) checkNesting(entry, remainingDepth - 1);
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    if (key === "__proto__") throw new UnreadableBody("The JSON names __proto__");
    checkNesting(part, remainingDepth - 1);
  }
}
