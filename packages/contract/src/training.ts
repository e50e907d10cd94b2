/** The first parts of the paths that have a training twin. Signing in, locks and reference data use the live calls. */
const emulated =
  /^\/api\/(?=(?:absence|command|contact|device|installation|job|log|mileage|part)(?:[/?]|$))/;

/** Returns the path to which a training build sends a request for `path`. */
export function trainingPath(path: string): string {
  return path.replace(emulated, "/api/emulate/");
}
