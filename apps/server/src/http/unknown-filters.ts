import type { Call } from "@fieldfare/contract";
import { readField } from "@fieldfare/domain";
import { type Refusal, refuse } from "./problem.ts";

/**
 * Returns a check of the names in the query of a call. The office is refused a name that the call does not have, also if
 * the call has none: without this, a misspelt filter would return everything. A phone of a later build may send more.
 */
export function createFilterCheck({
  audience,
  query: schema,
}: Pick<Call, "audience" | "query">): (query: unknown) => Refusal | undefined {
  if (audience !== "office") return () => undefined;
  const known = Object.keys(readField(schema?.def, "shape") ?? {});
  const message = `Unknown. Known: ${known.join(", ") || "none"}`;
  return (query) => {
    const unknown = Object.keys(query ?? {}).filter((name) => !known.includes(name));
    if (unknown.length === 0) return undefined;
    return refuse("invalid", { issues: unknown.map((path) => ({ path, message })) });
  };
}
