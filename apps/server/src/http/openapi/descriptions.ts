import { descriptions } from "./description-texts.ts";
import { type JsonSchema, mapProperties } from "./schemas.ts";

/** Returns the schema with a description of each property. */
export function describe(schema: JsonSchema, path: readonly string[]): JsonSchema {
  return mapProperties(schema, path, (property, at) => {
    const description = descriptions[findKey(descriptions, at) ?? ""];
    return description === undefined ? property : { ...property, description };
  });
}

/** Finds the longest key that the path ends with. */
export function findKey(
  table: Readonly<Record<string, unknown>>,
  path: readonly string[],
): string | undefined {
  for (let start = 0; start < path.length; start += 1) {
    const key = path.slice(start).join(".");
    if (Object.hasOwn(table, key)) return key;
  }
  return undefined;
}
