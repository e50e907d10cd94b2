import type { z } from "@fieldfare/contract";

type Check = (value: unknown) => boolean;
type Schema = z.ZodMiniType;

/**
 * Returns a check of whether a value fits `schema`, several times faster than parsing: a first sync
 * has a hundred thousand rows. It is built from the schema itself; parts that it does not know are
 * parsed by the schema.
 */
export function createRowCheck(schema: Schema): Check {
  const cachedCheck = checks.get(schema);
  if (cachedCheck) return cachedCheck;
  // A schema may contain itself: the inner check is filled in once the outer one is built.
  let built: Check | null = null;
  checks.set(schema, (value) => (built ? built(value) : false));
  built = buildCheck(schema);
  checks.set(schema, built);
  return built;
}

const checks = new WeakMap<Schema, Check>();

interface Definition {
  readonly type: string;
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly checks?: readonly { readonly _zod: { readonly def: Definition } }[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: unknown;
  readonly coerce?: boolean;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly values?: readonly unknown[];
}

function buildCheck(schema: Schema): Check {
  const definition = schema.def as unknown as Definition;
  return buildKnownCheck(definition) ?? ((value) => schema.safeParse(value).success);
}

/** Builds the check of a definition; undefined when only the schema itself can tell. */
function buildKnownCheck(definition: Definition): Check | undefined {
  if (definition.coerce) return undefined;
  const { type, checks: checkList = [] } = definition;
  if (type === "string") return stringCheck(definition);
  if (type === "number") return checkList.length === 0 ? numberCheck(definition) : undefined;
  if (checkList.length > 0) return undefined;
  switch (type) {
    case "boolean":
      return (value) => typeof value === "boolean";
    case "unknown":
      return () => true;
    case "nullable":
      return definition.innerType && nullable(createRowCheck(definition.innerType));
    case "array":
      return definition.element && arrayCheck(createRowCheck(definition.element));
    case "literal": {
      const values = new Set(definition.values);
      return (value) => values.has(value);
    }
    case "object":
      return definition.catchall ? undefined : objectCheck(definition.shape ?? {});
    default:
      return undefined;
  }
}

function stringCheck(definition: Definition): Check | undefined {
  const ownChecks = definition.check ? [definition] : [];
  const checkList = [
    ...ownChecks,
    ...(definition.checks ?? []).map(({ _zod: { def } }) => def),
  ].map(textCheck);
  if (checkList.includes(undefined)) return undefined;
  const all = checkList as ((text: string) => boolean)[];
  const [only, second] = all;
  if (only && !second) return (value) => typeof value === "string" && only(value);
  return (value) => typeof value === "string" && all.every((check) => check(value));
}

function textCheck(definition: Definition): ((text: string) => boolean) | undefined {
  const { check, maximum, minimum, pattern, format } = definition;
  // A string has at least as many code units as the characters that the schema counts, so a text
  // that is too long here goes to the schema.
  if (check === "max_length" && maximum !== undefined) return (text) => text.length <= maximum;
  if (check === "min_length" && minimum === 1) return (text) => text.length > 0;
  const isPlain = check === "string_format" && !pattern?.global && !pattern?.sticky;
  return isPlain && pattern && ["guid", "datetime", "regex"].includes(format ?? "")
    ? (text) => pattern.test(text)
    : undefined;
}

function numberCheck({ check, format }: Definition): Check | undefined {
  if (check === undefined) return (value) => Number.isFinite(value);
  if (check !== "number_format") return undefined;
  if (format === "safeint") return Number.isSafeInteger;
  // Bitwise "or" turns every other value into a 32-bit integer.
  return format === "int32"
    ? (value) => typeof value === "number" && (value | 0) === value
    : undefined;
}

function nullable(check: Check): Check {
  return (value) => value === null || check(value);
}

function arrayCheck(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function objectCheck(shape: Readonly<Record<string, Schema>>): Check {
  const keys = Object.keys(shape);
  const fields = keys.map((key) => createRowCheck(shape[key] as Schema));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const row = value as Record<string, unknown>;
    for (let index = 0; index < keys.length; index++)
      if (!fields[index]?.(row[keys[index] as string])) return false;
    return true;
  };
}
