/** The paths of everything that a device changes. Signing in and reading use the live calls. */
const emulated =
  /^\/api\/(?=(?:absence|command|contact|device|installation|job|log|mileage|part)(?:[/?]|$))/;

/** Returns the path to which a training build sends a request for `path`. */
export function trainingPath(path: string): string {
  return path.replace(emulated, "/api/emulate/");
}
