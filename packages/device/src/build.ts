/** Set by the bundler from VITE_FIELDFARE_BUILD; Node knows none. */
const env = (import.meta as { readonly env?: Readonly<Record<string, string | undefined>> }).env;

/** A build for training: its jobs and mileage are not the live ones, here and on the server. */
export const isEmulation = env?.["VITE_FIELDFARE_BUILD"] === "emulation";

/** A name of its own for what a training build keeps: live work must never be sent as training. */
export function nameInBuild(name: string, inTraining = isEmulation): string {
  return inTraining ? `${name}-emulation` : name;
}

/** Jobs, what belongs to them, and mileage are below /api/emulate in a training build. */
export function pathInBuild(path: string, inTraining = isEmulation): string {
  return inTraining
    ? path.replace(/^\/api\/(?=(?:job|part|mileage)(?:[/?]|$))/, "/api/emulate/")
    : path;
}
