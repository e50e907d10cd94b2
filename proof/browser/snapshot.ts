import { fileURLToPath } from "node:url";

const cachePath = (name: string) =>
  fileURLToPath(new URL(`../.cache/snapshot/${name}`, import.meta.url));

/** What the files of a run begin with: made by its first test, and copied by every file. */
export const snapshot = {
  folder: cachePath(""),
  /** The data of a system whose demo is filled. */
  system: cachePath("system"),
  /** The same once Sam has installed the app, and the profile of his phone. */
  installed: { system: cachePath("installed"), profile: cachePath("profile") },
};
