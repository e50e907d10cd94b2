/** The validation issues of a form: a code for each invalid field. Empty if the form is valid. */
export type Issues<Fields> = Readonly<Partial<Fields>>;

/** Returns the first issue in the order of the fields. An action refuses with it. */
export function firstIssue<Issue extends string>(
  issues: Readonly<Record<string, Issue | undefined>>,
): Issue | null {
  return Object.values(issues).find((issue) => issue !== undefined) ?? null;
}

/** Leaves out the fields without an issue, and those that are not checked. */
export function collectIssues<Fields extends Record<string, string>>(
  fields: { readonly [Field in keyof Fields]: Fields[Field] | null },
  isChecked: (field: string) => boolean = () => true,
): Issues<Fields> {
  const entries = Object.entries(fields).filter(
    ([field, issue]) => issue !== null && isChecked(field),
  );
  // The compiler forgets which field an entry belongs to.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(entries) as Issues<Fields>;
}
