import { and, eq, ne } from "drizzle-orm";
import type { CallBody, putPushSubscription } from "@fieldfare/contract";
import type { Database } from "../../database/database.ts";
import { pushSubscription } from "../../database/schema.ts";

interface Subscriber {
  readonly deviceId: string;
  readonly fieldOperativeId: string;
}

/**
 * Stores the subscription of a device. A browser that another engineer has taken over gets push messages for that
 * engineer only.
 */
export async function storeSubscription(
  { orm }: Database,
  { deviceId, fieldOperativeId }: Subscriber,
  { endpoint, keys }: CallBody<typeof putPushSubscription>,
): Promise<void> {
  const row = { fieldOperativeId, endpoint, p256dh: keys.p256dh, auth: keys.auth };
  await orm.transaction(async (transaction) => {
    await transaction
      .delete(pushSubscription)
      .where(and(eq(pushSubscription.endpoint, endpoint), ne(pushSubscription.deviceId, deviceId)));
    await transaction
      .insert(pushSubscription)
      .values({ deviceId, ...row })
      .onConflictDoUpdate({ target: pushSubscription.deviceId, set: row });
  });
}

/** Removes a device's subscription to push messages. */
export async function removeSubscription({ orm }: Database, deviceId: string): Promise<void> {
  await orm.delete(pushSubscription).where(eq(pushSubscription.deviceId, deviceId));
}
