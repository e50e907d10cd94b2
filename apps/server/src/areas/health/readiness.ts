import { readMigrationFiles } from "drizzle-orm/migrator";
import type { CallAnswer, healthReady } from "@fieldfare/contract";
import { type Database, migrationsFolder } from "../../database/database.ts";

type Readiness = CallAnswer<typeof healthReady>;

/** A load balancer does not wait longer for its answer. */
const timeoutMs = 5_000;

interface Parts {
  readonly database: Database;
  readonly canStoreImages: () => Promise<boolean>;
  readonly isStopping: () => boolean;
}

/**
 * Returns a function that says whether this server should get requests. A store that takes no images leaves it ready:
 * phones keep their photos and send everything else.
 */
export function createReadiness({ database, canStoreImages, isStopping }: Parts) {
  const lastMigration = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  let reading: Promise<Pick<Readiness, "database" | "migrations">> | null = null;

  async function readDatabase(): Promise<Pick<Readiness, "database" | "migrations">> {
    try {
      const { rows } = await database.pool.query<{ last: string | null }>(
        "select max(created_at) as last from drizzle.__drizzle_migrations",
      );
      const isCurrent = Number(rows[0]?.last) === lastMigration;
      return { database: "ok", migrations: isCurrent ? "ok" : "other-version" };
    } catch {
      return unavailable;
    }
  }

  return async (): Promise<Readiness> => {
    // Probes at the same time share one statement: they must not fill the pool of a database that hangs.
    reading ??= readDatabase().finally(() => (reading = null));
    const [state, isStored] = await Promise.all([
      Promise.race([reading, waitForTimeout()]),
      canStoreImages(),
    ]);
    const stopping = isStopping();
    const isReady = state.database === "ok" && state.migrations === "ok" && !stopping;
    return {
      status: isReady ? "ready" : "not-ready",
      ...state,
      images: isStored ? "ok" : "unavailable",
      stopping,
    };
  };
}

const unavailable = { database: "unavailable", migrations: "unknown" } as const;

function waitForTimeout(): Promise<typeof unavailable> {
  return new Promise((resolve) => setTimeout(() => resolve(unavailable), timeoutMs).unref());
}
