import { findKey } from "./descriptions.ts";
import { exampleValues } from "./example-values.ts";
import type { JsonSchema } from "./schemas.ts";

type Components = ReadonlyMap<string, JsonSchema>;

/** Builds a value that fits the schema. */
export function buildExample(
  schema: JsonSchema,
  path: readonly string[],
  components: Components,
  depth = 0,
): unknown {
  if (schema.const !== undefined) return schema.const;
  const key = findKey(exampleValues, path);
  const value = key === undefined ? undefined : exampleValues[key];
  if (schema.enum) return schema.enum.find((allowed) => allowed === value) ?? schema.enum[0];
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return buildExample(components.get(name) ?? {}, [name], components, depth + 1);
  }
  const variants = schema.oneOf ?? schema.anyOf;
  const variant = variants?.find((each) => fitsType(each, value)) ?? variants?.[0];
  if (variant) return buildExample(variant, path, components, depth);
  if (value !== undefined && !schema.properties && !schema.items) return value;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return buildObject(schema, path, components, depth);
    case "array":
      return buildArray(schema, path, components, depth);
    case "string":
      return buildString(schema);
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : 1);
    case "boolean":
      return false;
    default:
      return null;
  }
}

function buildObject(
  schema: JsonSchema,
  path: readonly string[],
  components: Components,
  depth: number,
): unknown {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      typeof property === "boolean"
        ? null
        : buildExample(property, [...path, name], components, depth),
    ]),
  );
}

/** An example has one entry of each list; one inside of itself would have no end. */
const deepest = 6;

function buildArray(
  { items, minItems = 0 }: JsonSchema,
  path: readonly string[],
  components: Components,
  depth: number,
): unknown[] {
  if (typeof items !== "object" || Array.isArray(items)) return [];
  if (depth >= deepest && minItems === 0) return [];
  return [buildExample(items, path, components, depth)];
}

function buildString({ format, minLength = 0 }: JsonSchema): string {
  if (format === "uuid") return "2f1b7a52-6a0e-4d0c-9b1a-7c3d5e8f9a10";
  if (format === "date-time") return "2026-11-23T09:00:00.000Z";
  if (format === "date") return "2026-11-23";
  if (format === "email") return "sam.taylor@fieldfare.example";
  return "text".padEnd(minLength, "x");
}

/** Whether a value of the table can stand for a schema without a look at its inside. */
function fitsType({ type }: JsonSchema, value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value === "number") return type === "integer" || type === "number";
  return type === (value === null ? "null" : typeof value);
}
