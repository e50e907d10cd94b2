import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with the snapshots of a run: one for each day, in London, on which files of it have started. */
export const snapshotsFolder = fileURLToPath(new URL("../.cache/snapshots", import.meta.url));

/** The state with which the files of a run start: its first test creates it, and every file copies it. */
export interface Snapshot {
  readonly folder: string;
  /** The data of a system with the demo loaded. */
  readonly system: string;
  /** The same data after Sam has installed the app, and the profile of Sam's phone. */
  readonly installed: { readonly system: string; readonly profile: string };
}

export function snapshotIn(folder: string): Snapshot {
  return {
    folder,
    system: join(folder, "system"),
    installed: { system: join(folder, "installed"), profile: join(folder, "profile") },
  };
}
