/** Returns the keys of an object that was written out, and so has no others. */
export function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  // The compiler assumes that an object may have further keys.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.keys(record) as Key[];
}
