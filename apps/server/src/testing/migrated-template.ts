import { migrateDatabase, openDatabase } from "../database/database.ts";
import type { Template } from "../database/testing.ts";

/** An empty database with all tables. Copying it is faster than migrating again. */
export const migratedTemplate: Template = {
  name: "migrated_schema",
  async prepare(connectionString) {
    const draft = openDatabase(connectionString);
    await migrateDatabase(draft);
    await draft.close();
  },
};
