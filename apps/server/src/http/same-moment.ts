/** Compares moments in ISO 8601; null is one of its own. Some callers write a moment without its fraction of a second. */
export function isSameMoment(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);
}
