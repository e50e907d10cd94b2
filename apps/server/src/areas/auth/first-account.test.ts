import { describe, expect, it } from "vitest";
import { migrateDatabase, openDatabase } from "../../database/database.ts";
import { verifyCredential } from "../../database/secrets.ts";
import { createTestDatabase } from "../../database/testing.ts";
import { ensureOfficeAccount } from "./first-account.ts";

describe("the first office account", () => {
  it("of an empty system is added, and its password is shown once", async () => {
    const empty = await createTestDatabase();
    const database = openDatabase(empty.connectionString);
    try {
      await migrateDatabase(database);
      const made = await Promise.all(
        [1, 2].map(() => ensureOfficeAccount(database, "It@Landlord.example")),
      );
      const [first, ...others] = made.filter((account) => account !== null);
      expect(others).toEqual([]);
      expect(first?.email).toBe("it@landlord.example");
      const { rows } = await database.pool.query<{ password_hash: string }>(
        "select * from account",
      );
      // The output of a start is in the logs of many systems, where others read the password.
      expect(rows).toMatchObject([{ user_type: 2, must_change_password: true }]);
      expect(await verifyCredential(first?.password ?? "", rows[0]?.password_hash ?? null)).toBe(
        true,
      );
      const { rows: entries } = await database.pool.query(
        "select action, actor_id, after from audit_entry",
      );
      expect(entries).toEqual([
        {
          action: "account-added",
          actor_id: null,
          after: { name: "Office", email: "it@landlord.example", roles: ["administrator"] },
        },
      ]);
      expect(await ensureOfficeAccount(database, "other@landlord.example")).toBeNull();
    } finally {
      await database.close();
      await empty.drop();
    }
  });
});
