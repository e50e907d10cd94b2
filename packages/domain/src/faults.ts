/** What is wrong with a form: a code at each field that is. Empty: nothing. */
export type Faults<Fields> = Readonly<Partial<Fields>>;

/** The first fault in the order of the fields, which an action refuses with. */
export function firstFault<Fault extends string>(
  faults: Readonly<Record<string, Fault | undefined>>,
): Fault | null {
  return Object.values(faults).find((fault) => fault !== undefined) ?? null;
}

/** Leaves out the fields without a fault. */
export function faultsOf<Fields extends Record<string, string>>(fields: {
  readonly [Field in keyof Fields]: Fields[Field] | null;
}): Faults<Fields> {
  const entries = Object.entries(fields).filter(([, fault]) => fault !== null);
  return Object.fromEntries(entries) as Faults<Fields>;
}
