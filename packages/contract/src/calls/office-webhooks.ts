import { defineCall } from "../call.ts";
import { acknowledged, id, isoDateTime, namedSchema, text, z } from "../schema.ts";
import { eventTypeNames } from "./office-events.ts";

/** The states of a delivery: it waits for its first or another attempt, was received, or was given up. */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The type of what a test sends. The feed has no such event. */
export const pingType = "webhook.ping";

/** How many endpoints there may be. */
export const maxWebhooks = 50;
/** For how long events are also signed with the earlier secrets, at most. */
const maxOverlapHours = 168;

const sequence = z.int();

/** The body of a webhook, after the Standard Webhooks specification. */
export const webhookMessage = namedSchema(
  "WebhookMessage",
  z.object({
    /** The type of the event, or `webhook.ping`. */
    type: text(100),
    /** When the server recorded the event. */
    timestamp: isoDateTime,
    /** The same as the header `webhook-id`. */
    eventId: id,
    /** The position of the event in the feed; null: a test. */
    sequence: z.nullable(sequence),
    /** The position of the event before it that is for the same endpoint; null: there is none, or it is not known. */
    previousSequence: z.nullable(sequence),
    data: z.record(z.string(), z.unknown()),
  }),
);
export type WebhookMessage = z.output<typeof webhookMessage>;

const attempt = namedSchema(
  "WebhookAttempt",
  z.object({
    at: isoDateTime,
    durationMs: z.int(),
    /** The status of the answer; null: there was none. */
    status: z.nullable(z.int()),
    /** Why the event does not count as received; null: it was received. */
    error: z.nullable(text(300)),
    /** The first bytes of the answer as text. */
    answer: z.nullable(text(1000)),
  }),
);
export type WebhookAttempt = z.output<typeof attempt>;

const delivery = namedSchema(
  "WebhookDelivery",
  z.object({
    deliveryId: z.int(),
    eventId: id,
    sequence: z.nullable(sequence),
    type: text(100),
    /** The job that the event is about; null: it is about none. */
    jobId: z.nullable(id),
    state: z.enum(deliveryStates),
    createdOn: isoDateTime,
    /** When somebody last asked for it to be sent again; null: nobody did. */
    replayedOn: z.nullable(isoDateTime),
    /** When it was received or given up; null: it waits. */
    endedOn: z.nullable(isoDateTime),
    /** When it is tried next; null: it does not wait, or waits for an earlier event of the same job. */
    nextAttemptOn: z.nullable(isoDateTime),
    /** The attempts since it was added or last replayed. */
    attemptCount: z.int(),
    /** The last attempts, the first one first. */
    attempts: z.array(attempt),
  }),
);
export type WebhookDelivery = z.output<typeof delivery>;

const webhook = namedSchema(
  "Webhook",
  z.object({
    webhookId: id,
    url: text(2000),
    description: text(200),
    /** The types of events that it gets; empty: all of them. */
    types: z.array(text(100)),
    isEnabled: z.boolean(),
    /** Since when nothing is sent; null: it is enabled. */
    disabledOn: z.nullable(isoDateTime),
    /** `office`: the office disabled it; `gone`: it answered 410; `failing`: nothing but failures for days. */
    disabledReason: z.nullable(z.enum(["office", "gone", "failing"])),
    createdOn: isoDateTime,
    /** The last event of the feed for which it has a delivery, or which it does not get. */
    position: sequence,
    /** Those that sign at the moment, the newest first. Empty: nothing is sent. */
    secrets: z.array(
      z.object({
        secretId: id,
        createdOn: isoDateTime,
        /** Null: it does not expire. */
        expiresOn: z.nullable(isoDateTime),
      }),
    ),
    waiting: z.int(),
    /** How many deliveries were given up. */
    failed: z.int(),
    /** Null: it never received anything. */
    lastDeliveredOn: z.nullable(isoDateTime),
    /** Since when there were only failures; null: the last attempt was received, or there was none. */
    failingSince: z.nullable(isoDateTime),
    /** The last failure since then. */
    lastError: z.nullable(text(300)),
    /** Until when it asked for nothing to be sent. */
    pausedUntil: z.nullable(isoDateTime),
  }),
);
export type Webhook = z.output<typeof webhook>;

const params = z.object({ webhookId: id });
const access = { audience: "office", permission: "Unspecified.Administrate" } as const;

export const listWebhooks = defineCall({
  name: "listWebhooks",
  method: "GET",
  path: "/api/office/webhooks",
  ...access,
  summary: "The endpoints of other systems to which events are sent, with how far each of them is",
  response: z.array(webhook),
});

export const readWebhook = defineCall({
  name: "readWebhook",
  givesVersion: true,
  method: "GET",
  path: "/api/office/webhooks/:webhookId",
  ...access,
  summary: "An endpoint with how far it is",
  params,
  response: webhook,
});

export const putWebhook = defineCall({
  name: "putWebhook",
  givesVersion: true,
  takesVersion: true,
  method: "PUT",
  path: "/api/office/webhooks/:webhookId",
  ...access,
  summary:
    "Add an endpoint, which gets the events from now on once it has a secret, or change, disable or enable one",
  params,
  body: z.object({
    url: text(2000).check(z.trim(), z.regex(/^https?:\/\/\S+$/i, "begins with https://")),
    description: text(200).check(z.trim(), z.minLength(1)),
    types: z.array(z.enum(eventTypeNames)).check(z.maxLength(eventTypeNames.length)),
    isEnabled: z.boolean(),
  }),
  response: webhook,
  example: {
    url: "https://housing.example/fieldfare",
    description: "Housing management system",
    types: ["job.closed", "job.no-access"],
    isEnabled: true,
  },
});

export const removeWebhook = defineCall({
  name: "removeWebhook",
  takesVersion: true,
  method: "DELETE",
  path: "/api/office/webhooks/:webhookId",
  ...access,
  summary: "Delete an endpoint with its secrets and deliveries",
  params,
  response: acknowledged,
});

export const addWebhookSecret = defineCall({
  name: "addWebhookSecret",
  answersSecret: true,
  method: "POST",
  path: "/api/office/webhooks/:webhookId/secrets",
  ...access,
  summary:
    "Make a secret, which only this answer shows; events are signed with the earlier secrets too for a time",
  params,
  body: z.object({
    /** For how many hours the earlier secrets sign as well. 0: they end at once. */
    overlapHours: z.int32().check(z.minimum(0), z.maximum(maxOverlapHours)),
  }),
  response: z.object({ webhookId: id, secretId: id, secret: text(200) }),
  example: { overlapHours: 24 },
});

export const pingWebhook = defineCall({
  name: "pingWebhook",
  method: "POST",
  path: "/api/office/webhooks/:webhookId/ping",
  ...access,
  summary: "Send a test of the type `webhook.ping`, once; the list of deliveries says how it went",
  params,
  response: z.object({ deliveryId: z.int() }),
});

const deliveryIdInPath = z.string().check(z.regex(/^\d{1,15}$/));

export const listWebhookDeliveries = defineCall({
  name: "listWebhookDeliveries",
  method: "GET",
  path: "/api/office/webhooks/:webhookId/deliveries",
  ...access,
  summary:
    "The deliveries of an endpoint with their attempts, the newest first; `state=failed` are those that were given up",
  params,
  query: z.object({
    state: z.optional(z.enum(deliveryStates)),
    type: z.optional(text(100)),
    /** The deliveryId of the last delivery of the answer before: older ones. */
    before: z.optional(deliveryIdInPath),
    /** At most 100; absent: 50. */
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
  }),
  response: z.object({ deliveries: z.array(delivery) }),
});

export const replayWebhookDelivery = defineCall({
  name: "replayWebhookDelivery",
  method: "POST",
  path: "/api/office/webhooks/:webhookId/deliveries/:deliveryId/replay",
  ...access,
  summary: "Send one delivery again, with the same webhook-id",
  params: z.extend(params, { deliveryId: deliveryIdInPath }),
  response: delivery,
});

export const replayWebhook = defineCall({
  name: "replayWebhook",
  method: "POST",
  path: "/api/office/webhooks/:webhookId/replay",
  ...access,
  summary:
    "Send again what was given up, or every stored event after a position or since a moment; each keeps its webhook-id",
  params,
  body: z.object({
    /** Name one of the three. */
    failed: z.optional(z.literal(true)),
    afterSequence: z.optional(sequence.check(z.minimum(0), z.maximum(999_999_999_999_999))),
    since: z.optional(isoDateTime),
  }),
  response: z.object({
    /** How many deliveries that were given up are sent again; null: `position` says what is sent. */
    replayed: z.nullable(z.int()),
    /** What comes after this event is sent, that which was sent before too. */
    position: sequence,
  }),
  example: { failed: true },
});
