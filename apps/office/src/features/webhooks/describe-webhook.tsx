import type { DeliveryState, Webhook } from "@fieldfare/contract/office";
import { formatMoment } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";

/** How an endpoint is, in a few words. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { isEnabled, disabledReason, secrets, failingSince, pausedUntil } = webhook;
  if (!isEnabled)
    return (
      <Pill tone="danger">
        {disabledReason === "gone"
          ? "Disabled: it takes no more events"
          : disabledReason === "failing"
            ? "Disabled: it only failed"
            : "Disabled"}
      </Pill>
    );
  if (secrets.length === 0) return <Pill tone="warn">Needs a secret</Pill>;
  if (failingSince !== null)
    return <Pill tone="danger">Failing since {formatMoment(failingSince)}</Pill>;
  if (pausedUntil !== null && Date.parse(pausedUntil) > Date.now())
    return <Pill tone="warn">Paused until {formatMoment(pausedUntil)}</Pill>;
  return <Pill tone="good">Active</Pill>;
}

export const stateLabels: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Given up",
};

const tones = { waiting: "warn", delivered: "good", failed: "danger" } as const;

/** The state of a delivery. */
export function DeliveryPill({ state }: { readonly state: DeliveryState }) {
  return <Pill tone={tones[state]}>{stateLabels[state]}</Pill>;
}
