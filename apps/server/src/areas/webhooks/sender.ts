import { isNull } from "drizzle-orm";
import type { ServerConfig } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import type { EventFeed } from "../../database/events.ts";
import type { SchemaWatch } from "../../database/schema-version.ts";
import { webhook } from "../../database/schema.ts";
import { createAddressRule } from "../../http/addresses.ts";
import type { EscrowKeys } from "../../http/escrow-keys.ts";
import type { Metrics } from "../../http/metrics.ts";
import {
  buildRequest,
  type ClaimedDelivery,
  claimDeliveries,
  recordAttempt,
  returnDelivery,
} from "./attempt.ts";
import { addDeliveries } from "./fan-out.ts";
import { noAnswer, postJson } from "./post.ts";

interface WebhookSender {
  /** Looks for what is due at once. The caller does not wait. */
  trigger(): void;
  /** Waits some seconds for the attempts in progress, then ends them: any server tries them again. */
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly config: Pick<ServerConfig, "now" | "webhooks" | "webhookIntervalMs">;
  readonly escrowKeys: EscrowKeys;
  readonly feed: EventFeed;
  readonly schema: SchemaWatch;
  readonly metrics: Pick<Metrics, "countWebhookAttempt">;
  readonly onFailure: (error: unknown) => void;
}

const timeoutMs = 15_000;
const closeTimeoutMs = 5_000;

/** Sends what is due, of all endpoints at the same time: a receiver that hangs delays nothing of the others. */
export function createWebhookSender(parts: Parts): WebhookSender {
  const { database, config, feed, schema, metrics, onFailure } = parts;
  const addresses = createAddressRule(config.webhooks.networks);
  const abort = new AbortController();
  const inProgress = new Set<Promise<void>>();
  /** How many attempts at each endpoint are in progress. */
  const busy = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isTriggered = false;
  let isClosed = false;

  async function run(): Promise<void> {
    if (!(await schema.mayWork())) return;
    const enabled = await database.orm
      .select({ webhookId: webhook.webhookId })
      .from(webhook)
      .where(isNull(webhook.disabledOn))
      .limit(1);
    if (enabled.length === 0) return;
    await feed.update();
    await addDeliveries(database);
    if (isClosed) return;
    for (const delivery of await claimDeliveries(database, busy)) begin(delivery);
  }

  function begin(delivery: ClaimedDelivery) {
    const { webhookId } = delivery;
    busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    const attempt = deliver(delivery)
      .catch((error: unknown) => {
        if (!isClosed) onFailure(error);
      })
      .finally(() => {
        const others = (busy.get(webhookId) ?? 1) - 1;
        if (others > 0) busy.set(webhookId, others);
        else busy.delete(webhookId);
        inProgress.delete(attempt);
        trigger();
      });
    inProgress.add(attempt);
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const request = await buildRequest({ ...parts, now: config.now }, delivery);
    if (request === null) return;
    const result =
      typeof request === "string"
        ? noAnswer(request)
        : await postJson(request, { addresses, timeoutMs, signal: abort.signal });
    if (result.status === null && abort.signal.aborted) {
      await returnDelivery(database, delivery);
      return;
    }
    const { disableDays } = config.webhooks;
    metrics.countWebhookAttempt(await recordAttempt(database, delivery, result, disableDays));
  }

  function trigger() {
    if (isClosed || config.webhookIntervalMs === null) return;
    if (running) {
      isTriggered = true;
      return;
    }
    if (timer) clearTimeout(timer);
    timer = null;
    isTriggered = false;
    running = run()
      .catch((error: unknown) => {
        if (!isClosed) onFailure(error);
      })
      .finally(() => {
        running = null;
        if (isTriggered) trigger();
        else plan();
      });
  }

  function plan() {
    if (isClosed || config.webhookIntervalMs === null) return;
    timer = setTimeout(trigger, config.webhookIntervalMs);
    timer.unref();
  }

  plan();
  return {
    trigger,
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await running;
      const stop = setTimeout(() => abort.abort(), closeTimeoutMs);
      await Promise.all(inProgress);
      clearTimeout(stop);
    },
  };
}
