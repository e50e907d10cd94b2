import { nameInBuild } from "../build.ts";

/** In `localStorage`: the engineer whose database a start opens. */
export const userKey = nameInBuild("fieldfare.user");
