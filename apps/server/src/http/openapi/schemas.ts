import { isDeepStrictEqual } from "node:util";
import { type Schema, z } from "@fieldfare/contract";
import { readField } from "@fieldfare/domain";

export type JsonSchema = z.core.JSONSchema.JSONSchema;
type Part = boolean | JsonSchema;

/** Which side of a schema is meant: what a caller sends, or what the server answers. */
type Side = "input" | "output";

/** The first and last integer of four bytes. */
const int32 = { minimum: -2_147_483_648, maximum: 2_147_483_647 };

export interface SchemaWriter {
  /** Named schemas, as they stand below `components`. */
  readonly components: ReadonlyMap<string, JsonSchema>;
  /** Writes a schema of the contract as JSON Schema. Named schemas become components. */
  write(schema: Schema, side: Side): JsonSchema;
}

/** Creates the writer of one document. */
export function createSchemaWriter(): SchemaWriter {
  const components = new Map<string, JsonSchema>();

  return {
    components,
    write(schema, side) {
      const {
        $schema: _,
        $defs = {},
        ...written
      } = z.toJSONSchema(schema, {
        io: side,
        unrepresentable: "any",
        override: nameFormat,
      });
      for (const [name, definition] of Object.entries($defs)) {
        const component = pointAtComponents(simplify(definition));
        const written = components.get(name);
        if (written && !isDeepStrictEqual(written, component))
          throw new Error(`Two different schemas are named ${name}`);
        components.set(name, component);
      }
      return pointAtComponents(simplify(written));
    },
  };
}

/** JSON Schema has a format for a moment. The pattern that zod writes instead is long, and says no more. */
function nameFormat({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const format = readField(zodSchema, "_zod", "def", "format");
  if (format === "datetime") {
    delete jsonSchema.allOf;
    delete jsonSchema.pattern;
    jsonSchema.format = "date-time";
  }
  if (format === "date" || format === "guid" || format === "email") delete jsonSchema.pattern;
}

/** Removes what says nothing to a reader, and writes "or null" as a type. */
function simplify(part: JsonSchema): JsonSchema;
function simplify(part: Part): Part;
function simplify(part: Part): Part {
  if (typeof part === "boolean") return part;
  const schema = { ...part };
  delete schema.id;
  delete schema.propertyNames;
  // An answer may get further fields; see the section on versions in docs/integration.md.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  else if (schema.additionalProperties !== undefined)
    schema.additionalProperties = simplify(schema.additionalProperties);
  if (schema.type === "integer") limitInteger(schema);
  if (schema.properties) {
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, simplify(property)]),
    );
  }
  if (schema.items && !Array.isArray(schema.items)) schema.items = simplify(schema.items);
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const parts = schema[keyword];
    if (parts) schema[keyword] = parts.map((each) => simplify(each));
  }
  return joinNull(schema);
}

function limitInteger(schema: JsonSchema): void {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const isInt32 = minimum >= int32.minimum && maximum <= int32.maximum;
  schema.format = isInt32 ? "int32" : "int64";
  if (minimum <= int32.minimum) delete schema.minimum;
  if (maximum >= int32.maximum) delete schema.maximum;
}

/** `anyOf` of a simple type and null becomes the type with null. */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [first, second] = anyOf ?? [];
  if (anyOf?.length !== 2 || !first || second?.type !== "null") return schema;
  if (typeof first.type !== "string" || first.const !== undefined) return schema;
  return {
    ...rest,
    ...first,
    type: [first.type, "null"],
    ...(first.enum && { enum: [...first.enum, null] }),
  };
}

const definitions = "#/$defs/";

function pointAtComponents(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (each) =>
    each.$ref?.startsWith(definitions)
      ? { ...each, $ref: `#/components/schemas/${each.$ref.slice(definitions.length)}` }
      : each,
  );
}

/** Returns the schema with `change` made to it and to each schema inside it. */
function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const mapPart = (part: Part): Part =>
    typeof part === "boolean" ? part : mapSchema(part, change);
  const mapped = { ...schema };
  if (mapped.properties) {
    mapped.properties = Object.fromEntries(
      Object.entries(mapped.properties).map(([name, property]) => [name, mapPart(property)]),
    );
  }
  if (mapped.items && !Array.isArray(mapped.items)) mapped.items = mapPart(mapped.items);
  if (mapped.additionalProperties !== undefined)
    mapped.additionalProperties = mapPart(mapped.additionalProperties);
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const parts = mapped[keyword];
    if (parts) mapped[keyword] = parts.map((each) => mapSchema(each, change));
  }
  return change(mapped);
}

/** Returns the schema with `change` made to each property inside it. The path has the names from `path` on. */
export function mapProperties(
  schema: JsonSchema,
  path: readonly string[],
  change: (property: JsonSchema, path: readonly string[]) => JsonSchema,
): JsonSchema {
  const mapInside = (part: Part): Part =>
    typeof part === "boolean" ? part : mapProperties(part, path, change);
  const mapped = { ...schema };
  if (mapped.properties) {
    mapped.properties = Object.fromEntries(
      Object.entries(mapped.properties).map(([name, property]) => {
        const at = [...path, name];
        return [
          name,
          typeof property === "boolean"
            ? property
            : change(mapProperties(property, at, change), at),
        ];
      }),
    );
  }
  if (mapped.items && !Array.isArray(mapped.items)) mapped.items = mapInside(mapped.items);
  if (mapped.additionalProperties !== undefined)
    mapped.additionalProperties = mapInside(mapped.additionalProperties);
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const parts = mapped[keyword];
    if (parts) mapped[keyword] = parts.map((each) => mapProperties(each, path, change));
  }
  return mapped;
}
