import type { Database } from "../database/database.ts";
import type { ObjectStore } from "./objects.ts";

/**
 * Stores bytes that a row is about to name. The object is marked as unused first: if no row names it within a day, it
 * is deleted. The mark also keeps `deleteUnusedObjects` from deleting the same bytes meanwhile: whoever comes second
 * waits.
 */
export async function storeObject(
  { pool }: Pick<Database, "pool">,
  objects: ObjectStore,
  sha256: string,
  bytes: Uint8Array,
): Promise<void> {
  await pool.query({
    name: "mark-object",
    text: `insert into unused_object (sha256) values ($1)
           on conflict (sha256) do update set marked_on = now()`,
    values: [sha256],
  });
  await objects.put(sha256, bytes);
}

/**
 * Longer than any request lasts: whoever stored the bytes before has written the row that names them, or failed. Also
 * longer than a backup, which copies the objects after the database.
 */
const hoursUntilDeletion = 24;
const marksAtOnce = 50;

/** The tables whose rows name an object in the column `sha256`, and the condition of a row that still does. */
export const tablesNamingObjects = [
  { name: "job_image", condition: "removed_on is null" },
  { name: "document", condition: "removed_on is null" },
  { name: "absence_document", condition: "true" },
  { name: "attachment", condition: "true" },
  { name: "reporting_export_part", condition: "true" },
  { name: "property_import_piece", condition: "true" },
];

const isNamed = tablesNamingObjects
  .map(
    ({ name, condition }) =>
      `exists (select from ${name} where ${name}.sha256 = u.sha256 and ${condition})`,
  )
  .join(" or ");

/** Deletes the marked objects that no row names. Returns their number. */
export async function deleteUnusedObjects(
  { pool }: Pick<Database, "pool">,
  objects: ObjectStore,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const client = await pool.connect();
    try {
      await client.query("begin");
      // The rows stay locked until the bytes are gone, so that nobody stores them again meanwhile.
      const { rows } = await client.query<{ sha256: string; isNamed: boolean }>(
        `select u.sha256, ${isNamed} as "isNamed" from unused_object u
          where u.marked_on < now() - $1 * interval '1 hour'
          order by u.marked_on limit ${marksAtOnce} for update skip locked`,
        [hoursUntilDeletion],
      );
      for (const { sha256 } of rows.filter((row) => !row.isNamed)) {
        await objects.delete(sha256);
        deleted += 1;
      }
      await client.query("delete from unused_object where sha256 = any($1)", [
        rows.map(({ sha256 }) => sha256),
      ]);
      await client.query("commit");
      client.release();
      if (rows.length < marksAtOnce) return deleted;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      client.release();
      throw error;
    }
  }
}
