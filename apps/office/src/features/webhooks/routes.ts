import { z } from "@fieldfare/contract";
import { deliveryStates, listWebhookDeliveries, listWebhooks } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/administration/webhooks", listWebhooks, () =>
      import("./webhooks-screen.tsx").then((m) => m.WebhooksScreen),
    ),
  ),
  createRoute({
    ...screen("/administration/webhooks/$webhookId", listWebhookDeliveries, () =>
      import("./deliveries-screen.tsx").then((m) => m.DeliveriesScreen),
    ),
    // The filter is in the address, so that it can be kept and sent.
    validateSearch: parseValues({ state: z.enum(deliveryStates) }),
  }),
];
