import { nameInBuild } from "../build.ts";

export const sharedDatabaseName = nameInBuild("fieldfare");

/** Returns the name of the database of one engineer. */
export function engineerDatabaseName(ownerId: string, sharedName = sharedDatabaseName): string {
  return `${sharedName}-${ownerId}`;
}
