/** The parameters of a statement that is put together from parts. */
export interface Parameters {
  readonly values: readonly unknown[];
  /** Adds a value, and returns its placeholder. */
  add(value: unknown): string;
}

/** Collects the values of a statement that is written by hand: `add` answers the placeholder. */
export function createParameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}
