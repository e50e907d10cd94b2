import pg from "pg";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/database.ts";
import { queueNames } from "../../database/queues.ts";
import { applySettings } from "../../database/session-settings.ts";

/** A scrape waits no longer than this for a connection, and for a statement. */
const timeoutMs = 2_000;

interface QueueRow {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  readonly oldestSeconds: number;
}

interface WebhooksRow {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

interface DevicesRow {
  readonly messages: number;
  readonly devices: number;
  readonly oldestSeconds: number;
  readonly blockedKeys: number;
}

/** A device that has been silent for longer is lost or broken, and is no longer counted. */
const silentDays = 30;

/**
 * Registers the metrics that need the database. Returns a function that reads them before a scrape. Without an answer
 * of the database they are left out, and `fieldfare_database_up` is 0.
 */
export function registerDatabaseMetrics(database: Database, registry: Registry) {
  const registers = [registry];
  const up = new Gauge({
    name: "fieldfare_database_up",
    help: "1: the database answered this scrape within two seconds",
    registers,
  });
  const tasks = new Gauge({
    name: "fieldfare_tasks",
    help: "Background tasks of all servers by queue: waiting (for the first or another attempt) or active",
    labelNames: ["queue", "state"],
    registers,
  });
  const oldestTask = new Gauge({
    name: "fieldfare_task_oldest_seconds",
    help: "Age of the oldest background task that is not done, by queue; 0 without one",
    labelNames: ["queue"],
    registers,
  });
  const unsentMessages = new Gauge({
    name: "fieldfare_device_unsent_messages",
    help: "Messages that wait on devices, as the devices last said",
    registers,
  });
  const unsentDevices = new Gauge({
    name: "fieldfare_device_unsent_devices",
    help: "Devices on which messages wait, as they last said",
    registers,
  });
  const oldestUnsent = new Gauge({
    name: "fieldfare_device_unsent_oldest_seconds",
    help: "Age of the oldest message that waits on a device; 0 without one",
    registers,
  });
  const blockedKeys = new Gauge({
    name: "fieldfare_device_blocked_ordering_keys",
    help: "Ordering keys on devices that a refused message blocks, as the devices last said",
    registers,
  });
  const webhooksWaiting = new Gauge({
    name: "fieldfare_webhook_deliveries",
    help: "Webhooks by state: waiting (for the first or another attempt) or failed (given up)",
    labelNames: ["state"],
    registers,
  });
  const oldestWebhook = new Gauge({
    name: "fieldfare_webhook_oldest_seconds",
    help: "Age of the oldest webhook that waits for an enabled endpoint; 0 without one",
    registers,
  });
  let reading: Promise<void> | null = null;

  async function read() {
    for (const gauge of [tasks, oldestTask, webhooksWaiting]) gauge.reset();
    const found = await readRows(database).catch(() => null);
    up.set(found ? 1 : 0);
    if (!found) {
      for (const gauge of [unsentMessages, unsentDevices, oldestUnsent, blockedKeys, oldestWebhook])
        gauge.remove();
      return;
    }
    const { queues, devices, webhooks } = found;
    webhooksWaiting.set({ state: "waiting" }, webhooks.waiting);
    webhooksWaiting.set({ state: "failed" }, webhooks.failed);
    oldestWebhook.set(webhooks.oldestSeconds);
    unsentMessages.set(devices.messages);
    unsentDevices.set(devices.devices);
    oldestUnsent.set(devices.oldestSeconds);
    blockedKeys.set(devices.blockedKeys);
    for (const queue of queueNames) {
      const row = queues.find((each) => each.queue === queue);
      tasks.set({ queue, state: "waiting" }, row?.waiting ?? 0);
      tasks.set({ queue, state: "active" }, row?.active ?? 0);
      oldestTask.set({ queue }, row?.oldestSeconds ?? 0);
    }
  }

  // Scrapes at the same time share one reading.
  return () => (reading ??= read().finally(() => (reading = null)));
}

/** Uses a connection of its own, so that a scrape also works while the pool is exhausted, and never makes a call wait. */
async function readRows({ connectionString, session }: Database) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await applySettings(client, { ...session, statement_timeout: timeoutMs });
    const queues = await client.query<QueueRow>(
      `select name as queue,
              (count(*) filter (where state in ('created', 'retry')))::int as waiting,
              (count(*) filter (where state = 'active'))::int as active,
              greatest(extract(epoch from now() - min(created_on)), 0)::float8 as "oldestSeconds"
         from pgboss.job where state in ('created', 'retry', 'active') group by name`,
    );
    const devices = await client.query<DevicesRow>(
      `select coalesce(sum(unsent_messages), 0)::int as messages,
              (count(*) filter (where unsent_messages > 0))::int as devices,
              greatest(coalesce(extract(epoch from now() - min(unsent_since)), 0), 0)::float8 as "oldestSeconds",
              coalesce(sum(blocked_keys), 0)::int as "blockedKeys"
         from device where unsent_reported_on > now() - make_interval(days => $1)`,
      [silentDays],
    );
    const deliveries = await client.query<WebhooksRow>(
      `select (count(*) filter (where d.state = 'waiting'))::int as waiting,
              (count(*) filter (where d.state = 'failed'))::int as failed,
              greatest(coalesce(extract(epoch from now() - min(coalesce(d.replayed_on, d.created_on))
                filter (where d.state = 'waiting' and w.disabled_on is null)), 0), 0)::float8 as "oldestSeconds"
         from webhook_delivery d join webhook w using (webhook_id)
        where d.state in ('waiting', 'failed')`,
    );
    const [row] = devices.rows;
    const [webhooks] = deliveries.rows;
    if (!row || !webhooks) throw new Error("The count of the devices has no row");
    return { queues: queues.rows, devices: row, webhooks };
  } finally {
    await client.end();
  }
}
