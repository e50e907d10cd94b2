import { requestLimits } from "@fieldfare/contract";

/** What is wrong with a JSON body before any schema looks at it. */
export class UnreadableJson extends Error {
  readonly statusCode = 400;
}

/** Throws `UnreadableJson` for what is no JSON, is nested deeper than `depth`, or names `__proto__`. */
export function parseJson(text: string, depth: number = requestLimits.jsonDepth): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableJson("This is not JSON");
  }
  checkNesting(value, depth);
  return value;
}

function checkNesting(value: unknown, remainingDepth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (remainingDepth === 0) throw new UnreadableJson("The JSON is nested too deep");
  if (Array.isArray(value)) {
    for (const entry of value) checkNesting(entry, remainingDepth - 1);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === "__proto__") throw new UnreadableJson("The JSON names __proto__");
    checkNesting((value as Record<string, unknown>)[key], remainingDepth - 1);
  }
}
