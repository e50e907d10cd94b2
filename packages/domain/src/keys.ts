/** Returns the keys of an object that has no others than its type says. */
export function listKeys<Key extends string>(
  object: Readonly<Partial<Record<Key, unknown>>>,
): Key[] {
  // The compiler assumes that an object may have further keys.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.keys(object) as Key[];
}
