import { readMigrationFiles } from "drizzle-orm/migrator";
import { advisoryLock } from "./advisory-locks.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { addPartitions } from "./partitions.ts";

/** A second set of the same tables in the same database: training changes no live row. */
export const trainingSchema = "training";

const connections = 4;

/** Connects at the first use. `migrateTraining` must run before that. */
export function openTraining({ connectionString }: Database): Database {
  return openDatabase(connectionString, { connections, schema: trainingSchema });
}

/** Brings the training tables up to the live schema. Several servers may call this at the same time. */
export async function migrateTraining({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0; set local lock_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLock.training]);
    await client.query(`create schema if not exists ${trainingSchema}`);
    await client.query(
      "create table if not exists training_migration (hash text primary key, made_on timestamptz not null default now())",
    );
    const { rows } = await client.query<{ hash: string }>("select hash from training_migration");
    const made = new Set(rows.map(({ hash }) => hash));
    for (const { hash, sql } of readMigrationFiles({ migrationsFolder })) {
      if (made.has(hash)) continue;
      for (const statement of sql) {
        // The views for a warehouse are about live jobs only.
        if (/^\s*CREATE OR REPLACE VIEW "reporting"/.test(statement)) continue;
        await client.query(statement.replaceAll('"public".', `"${trainingSchema}".`));
      }
      await client.query("insert into training_migration (hash) values ($1)", [hash]);
    }
    await addPartitions(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Adds the partitions that the tables of training need in the coming year, if somebody has trained with this version. */
export async function addTrainingPartitions(live: Database): Promise<void> {
  const { rowCount } = await live.pool.query("select 1 where to_regproc($1) is not null", [
    `${trainingSchema}.add_partitions`,
  ]);
  if (!rowCount) return;
  const training = openTraining(live);
  try {
    await addPartitions(training.pool);
  } finally {
    await training.close();
  }
}
