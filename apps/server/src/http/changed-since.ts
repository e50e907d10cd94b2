import { type Refusal, refuse } from "./problem.ts";

/** Refuses what goes with the pages of a list, and not with `changedSince`. Undefined: none of these filters is set. */
export function refuseWithChangedSince<Name extends string>(
  filter: { readonly [Key in Name]?: string | undefined },
  names: readonly Name[],
): Refusal | undefined {
  const others = names.filter((name) => filter[name]);
  if (others.length === 0) return undefined;
  return refuse("invalid", {
    issues: others.map((path) => ({ path, message: "Not together with changedSince" })),
  });
}
