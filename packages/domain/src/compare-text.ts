/** Compares as people sort: without regard to case and accents, and with 2 before 10. */
export function compareText(a: string, b: string): number {
  return a.localeCompare(b, "en-GB", { sensitivity: "base", numeric: true });
}
