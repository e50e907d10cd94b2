/** How much of a file was imported, or of an import undone. */
export type Extent = "all" | "part" | "nothing";

/** Says how much that is, from how many lines were done and how many were left out. */
export function findExtent(done: number, leftOut: number): Extent {
  if (done === 0) return "nothing";
  return leftOut > 0 ? "part" : "all";
}
