import { fileURLToPath } from "node:url";

const place = (name: string) =>
  fileURLToPath(new URL(`../.cache/beginning/${name}`, import.meta.url));

/** What the files of a run begin with: made by its first test, and copied by every file. */
export const beginning = {
  folder: place(""),
  /** The data of a system whose demo is filled. */
  system: place("system"),
  /** The same once Sam has installed the app, and the profile of his phone. */
  installed: { system: place("installed"), profile: place("profile") },
};
