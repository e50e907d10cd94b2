import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import webPush, { type RequestDetails } from "web-push";
import type { Database } from "../database/database.ts";
import { isPublicEndpoint, lookupPublic } from "../http/addresses.ts";
import type { PushKeys } from "./keys.ts";

export interface PushService {
  /** Null: no push messages are sent. */
  readonly publicKey: string | null;
  /** Whether this server would send to an endpoint. */
  mayCall(endpoint: string): boolean;
  /** Sends a push message to the phones of an engineer. Calls at the same time send one. */
  wake(fieldOperativeId: string): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly keys: PushKeys | null;
  /** `mailto:` or `https:`, the sender's contact for the push service. */
  readonly contact: string;
  /** For tests, whose push service is on this machine. */
  readonly reachesLoopback: boolean;
}

interface Subscription {
  readonly deviceId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The whole content of a push message. The app fetches what has changed, after the sign-in. */
const payload = JSON.stringify({ kind: "changed" });

/** The push service stores one message for a phone that is off, for a day. */
const options = { TTL: 86_400, urgency: "high", topic: "changed" } as const;
const timeoutMs = 10_000;

/** A push message only wakes the app. A lost one costs the time until the next poll. */
export function createPushService(parts: Parts): PushService {
  const { database, keys, reachesLoopback } = parts;
  const inProgress = new Map<string, Promise<void>>();

  async function sendToAll(fieldOperativeId: string) {
    const subscriptions = await readSubscriptions(database, fieldOperativeId);
    const sent = await Promise.allSettled(subscriptions.map(sendPush));
    for (const result of sent) if (result.status === "rejected") throw result.reason;
  }

  async function sendPush(subscription: Subscription) {
    if (!keys || !mayCall(subscription.endpoint)) return;
    const { endpoint, p256dh, auth } = subscription;
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      ...options,
      vapidDetails: { subject: parts.contact, ...keys },
    });
    const status = await post(details, reachesLoopback);
    // The push service no longer knows the subscription: the app was removed, or somebody signed out.
    if (status === 404 || status === 410) await deleteSubscription(database, subscription);
    if (status >= 500) throw new Error(`The push service answered ${status}`);
  }

  function mayCall(endpoint: string): boolean {
    return isPublicEndpoint(endpoint) || (reachesLoopback && isLoopback(endpoint));
  }

  return {
    publicKey: keys?.publicKey ?? null,
    mayCall,
    wake(fieldOperativeId) {
      const known = inProgress.get(fieldOperativeId);
      if (known) return known;
      const sent = sendToAll(fieldOperativeId).finally(() => inProgress.delete(fieldOperativeId));
      inProgress.set(fieldOperativeId, sent);
      return sent;
    },
  };
}

function isLoopback(endpoint: string): boolean {
  return URL.canParse(endpoint) && new URL(endpoint).hostname === "127.0.0.1";
}

/** A locked device gets no message, and neither does any device while the account of its engineer is disabled. */
async function readSubscriptions(
  { pool }: Database,
  fieldOperativeId: string,
): Promise<readonly Subscription[]> {
  const { rows } = await pool.query<Subscription>(
    `select s.device_id as "deviceId", s.endpoint, s.p256dh, s.auth
       from push_subscription s
       join device d using (device_id)
       left join account a on a.field_operative_id = s.field_operative_id
      where not d.locked and a.disabled_on is null and s.field_operative_id = $1`,
    [fieldOperativeId],
  );
  return rows;
}

async function deleteSubscription(
  { pool }: Database,
  { deviceId, endpoint }: Subscription,
): Promise<void> {
  await pool.query(`delete from push_subscription where device_id = $1 and endpoint = $2`, [
    deviceId,
    endpoint,
  ]);
}

/** Follows no redirect, reads no answer, and connects only to public addresses. */
function post(details: RequestDetails, reachesLoopback: boolean): Promise<number> {
  const { endpoint, method, headers, body } = details;
  const isTest = reachesLoopback && isLoopback(endpoint);
  const send = isTest && endpoint.startsWith("http:") ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      endpoint,
      { method, headers, ...(!isTest && { lookup: lookupPublic }), timeout: timeoutMs },
      (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("The push service did not answer")));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
