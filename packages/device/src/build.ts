import { trainingPath } from "@fieldfare/contract";

// Set by the bundler, whose types this package does not have; undefined in Node.
// oxlint-disable-next-line typescript/consistent-type-assertions
const env = (import.meta as { readonly env?: Readonly<Record<string, string | undefined>> }).env;

/**
 * True in a training build. What is recorded in it stays apart from live work, here and on the
 * server.
 */
export const isEmulation = env?.["VITE_FIELDFARE_BUILD"] === "emulation";

/** Gives storage of a training build its own name: live work must never be sent as training. */
export function nameInBuild(name: string, inTraining = isEmulation): string {
  return inTraining ? `${name}-emulation` : name;
}

/**
 * Returns the path at which this build makes a call. In a training build every path that changes data is below
 * /api/emulate, except for the sign-in.
 */
export function pathInBuild(path: string, inTraining = isEmulation): string {
  return inTraining ? trainingPath(path) : path;
}
