import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { QueueName } from "../database/queues.ts";

/** The connections of a pool. */
interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** What one server counts about itself, for Prometheus. Labels never have an id or a text that somebody entered. */
export interface Metrics {
  readonly registry: Registry;
  /** `outcome`: that of the receipt, or the code of the refusal. */
  countMessage(type: string, outcome: string): void;
  countTaskFailure(queue: QueueName): void;
  countWebhookAttempt(outcome: "delivered" | "retried" | "given-up" | "lost"): void;
  countSyncBytes(bytes: number): void;
  /** A search of properties by an engineer, or a home that was opened without a job of the office there. */
  countPropertyAccess(access: "search" | "read"): void;
  watchPool(name: string, pool: PoolUse): void;
}

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The measurements of the server in the format of Prometheus. */
export function createMetrics(app: FastifyInstance, isExposed: boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // These watch the process all the time, so they are left out where nobody reads them.
  if (isExposed) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "fieldfare_http_request_duration_seconds",
    help: "Duration of requests by method, route pattern and status",
    labelNames: ["method", "route", "status"],
    buckets: durationBuckets,
    registers,
  });
  const messages = new Counter({
    name: "fieldfare_messages_total",
    help: "Messages of devices by type and outcome: recorded, already-recorded or the code of the refusal",
    labelNames: ["type", "outcome"],
    registers,
  });
  const taskFailures = new Counter({
    name: "fieldfare_task_failures_total",
    help: "Failed attempts at background tasks by queue",
    labelNames: ["queue"],
    registers,
  });
  const webhookAttempts = new Counter({
    name: "fieldfare_webhook_attempts_total",
    help: "Attempts to send a webhook by outcome: delivered, retried later, given up, or lost to another server",
    labelNames: ["outcome"],
    registers,
  });
  const syncBytes = new Counter({
    name: "fieldfare_sync_bytes_total",
    help: "Compressed bytes of the answers to synchronisations",
    registers,
  });
  const propertyAccess = new Counter({
    name: "fieldfare_property_access_total",
    help: "Searches of properties by engineers, and homes that they opened without a job of the office there",
    labelNames: ["access"],
    registers,
  });
  const pools = new Map<string, PoolUse>();
  const connections = new Gauge({
    name: "fieldfare_database_connections",
    help: "Database connections by pool: used and idle ones, and calls that wait for one",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  connections.reset();
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // How long somebody watched is no duration of an answer.
    if (routeOptions.config.documented?.options.isStream) return;
    const route = routeOptions.url ?? "none";
    requests.observe({ method, route, status: String(statusCode) }, elapsedTime / 1000);
  });
  return {
    registry,
    countMessage: (type, outcome) => messages.inc({ type, outcome }),
    countTaskFailure: (queue) => taskFailures.inc({ queue }),
    countWebhookAttempt: (outcome) => webhookAttempts.inc({ outcome }),
    countSyncBytes: (bytes) => syncBytes.inc(bytes),
    countPropertyAccess: (access) => propertyAccess.inc({ access }),
    watchPool: (name, pool) => void pools.set(name, pool),
  };
}
