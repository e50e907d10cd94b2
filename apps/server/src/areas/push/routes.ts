import { getPushKey, putPushSubscription, removePushSubscription } from "@fieldfare/contract";
import { refuse } from "../../http/problem.ts";
import { ok, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import type { PushService } from "../../push/push-service.ts";
import { removeSubscription, storeSubscription } from "./store.ts";

/** The routes of push messages. */
export function pushRoutes({ database }: Server, pushService: PushService): Route[] {
  return [
    // An engineer on a device: the key that its browser subscribes with.
    route(getPushKey, async () => ({ publicKey: pushService.publicKey })),
    // An engineer on a device: subscribe to push messages. The server calls public addresses only.
    route(putPushSubscription, async ({ identity, deviceId, body }) => {
      if (!pushService.mayCall(body.endpoint)) {
        return refuse("invalid", {
          issues: [
            { path: "endpoint", message: "The address of a public push service over https" },
          ],
        });
      }
      await storeSubscription(
        database,
        { deviceId, fieldOperativeId: identity.fieldOperativeId },
        body,
      );
      return ok;
    }),
    // An engineer on a device: end the subscription.
    route(removePushSubscription, async ({ deviceId }) => {
      await removeSubscription(database, deviceId);
      return ok;
    }),
  ];
}
