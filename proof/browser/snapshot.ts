import { fileURLToPath } from "node:url";

const cachePath = (name: string) =>
  fileURLToPath(new URL(`../.cache/snapshot/${name}`, import.meta.url));

/** The state with which the files of a run start: its first test creates it, and every file copies it. */
export const snapshot = {
  folder: cachePath(""),
  /** The file with the day, in London, on which it was made. */
  day: cachePath("day"),
  /** The data of a system with the demo loaded. */
  system: cachePath("system"),
  /** The same data after Sam has installed the app, and the profile of Sam's phone. */
  installed: { system: cachePath("installed"), profile: cachePath("profile") },
};
