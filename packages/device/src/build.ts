import { trainingPath } from "@fieldfare/contract";

/** Set by the bundler from VITE_FIELDFARE_BUILD; Node knows none. */
const env = (import.meta as { readonly env?: Readonly<Record<string, string | undefined>> }).env;

/** A build for training: what is recorded in it stays apart from live work, here and on the server. */
export const isEmulation = env?.["VITE_FIELDFARE_BUILD"] === "emulation";

/** A name of its own for what a training build keeps: live work must never be sent as training. */
export function nameInBuild(name: string, inTraining = isEmulation): string {
  return inTraining ? `${name}-emulation` : name;
}

/** All that changes something is below /api/emulate in a training build, but for signing in. */
export function pathInBuild(path: string, inTraining = isEmulation): string {
  return inTraining ? trainingPath(path) : path;
}
