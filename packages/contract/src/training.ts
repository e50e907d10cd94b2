/** All that a device brings about. Signing in and what is only read are the live calls. */
const emulated =
  /^\/api\/(?=(?:absence|command|contact|device|installation|job|log|mileage|part)(?:[/?]|$))/;

/** Where a training build sends what goes to `path`. */
export function trainingPath(path: string): string {
  return path.replace(emulated, "/api/emulate/");
}
