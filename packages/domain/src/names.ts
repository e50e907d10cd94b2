/** Whether people would read two names as the same: upper and lower case do not count, nor do spaces around them. */
export function isSameName(one: string, other: string): boolean {
  return normalise(one) === normalise(other);
}

function normalise(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}
