import {
  type DeliveryState,
  listWebhookDeliveries,
  listWebhooks,
  readWebhook,
  type WebhookDelivery,
} from "@fieldfare/contract/office";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

const pageSize = 50;
/** What a receiver answers is known soon after a change. */
const refetchMs = 5_000;
const newest: number | null = null;

/** Loads the endpoints, and again every few seconds. */
export function useWebhooks() {
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: ({ signal }) => request(listWebhooks, { signal }),
    refetchInterval: refetchMs,
  });
}

/** Loads an endpoint, and again every few seconds. */
export function useWebhook(webhookId: string) {
  return useQuery({
    queryKey: ["webhooks", webhookId],
    queryFn: ({ signal }) => request(readWebhook, { params: { webhookId }, signal }),
    refetchInterval: refetchMs,
  });
}

/** Loads the deliveries of an endpoint, the newest first. */
export function useDeliveries(webhookId: string, state: DeliveryState | undefined) {
  return useInfiniteQuery({
    queryKey: ["webhooks", webhookId, "deliveries", state],
    queryFn: ({ pageParam, signal }) =>
      request(listWebhookDeliveries, {
        params: { webhookId },
        signal,
        query: {
          limit: String(pageSize),
          ...(state !== undefined && { state }),
          ...(pageParam !== null && { before: String(pageParam) }),
        },
      }),
    initialPageParam: newest,
    getNextPageParam: ({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }) =>
      deliveries.length === pageSize ? (deliveries.at(-1)?.deliveryId ?? null) : null,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? refetchMs : false),
  });
}

/** Returns a function that loads the endpoints and their deliveries again. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["webhooks"] });
}
