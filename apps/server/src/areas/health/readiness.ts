import type { CallAnswer, healthReady } from "@fieldfare/contract";
import type { SchemaWatch } from "../../database/schema-version.ts";

type Readiness = CallAnswer<typeof healthReady>;

/** A load balancer or a monitor does not wait longer for its answer. */
const timeoutMs = 5_000;

interface Parts {
  readonly schema: SchemaWatch;
  readonly canStoreImages: () => Promise<boolean>;
  readonly isStopping: () => boolean;
}

/**
 * Returns a function that says whether this server should get requests. A store that takes no images leaves it ready:
 * phones keep their photos and send everything else.
 */
export function createReadiness({ schema, canStoreImages, isStopping }: Parts) {
  async function readDatabase(): Promise<Pick<Readiness, "database" | "migrations">> {
    const state = await schema.read();
    if (state === "unknown") return unavailable;
    return { database: "ok", migrations: state === "current" ? "ok" : "other-version" };
  }

  return async (): Promise<Readiness> => {
    const [state, isStored] = await Promise.all([
      answerInTime(readDatabase(), unavailable),
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

/** Returns `otherwise` when a health check has no answer after five seconds. */
export function answerInTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const timeout = new Promise<T>((resolve) => {
    setTimeout(() => resolve(otherwise), timeoutMs).unref();
  });
  return Promise.race([answer, timeout]);
}
