/** What is wrong with a form: a code at each field that is. Empty: nothing. */
export type Issues<Fields> = Readonly<Partial<Fields>>;

/** The first fault in the order of the fields, which an action refuses with. */
export function firstIssue<Issue extends string>(
  issues: Readonly<Record<string, Issue | undefined>>,
): Issue | null {
  return Object.values(issues).find((issue) => issue !== undefined) ?? null;
}

/** Leaves out the fields without a fault. */
export function collectIssues<Fields extends Record<string, string>>(fields: {
  readonly [Field in keyof Fields]: Fields[Field] | null;
}): Issues<Fields> {
  const entries = Object.entries(fields).filter(([, issue]) => issue !== null);
  return Object.fromEntries(entries) as Issues<Fields>;
}
