import { formatCount } from "../../ui/count.ts";
import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  deliveryStates,
  replayWebhookDelivery,
  type WebhookDelivery,
} from "@fieldfare/contract/office";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatExactMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import tools from "../../ui/toolbar.module.css";
import styles from "./deliveries-screen.module.css";
import { DeliveryPill, stateLabels } from "./describe-webhook.tsx";
import { useDeliveries, useReload, useWebhook } from "./queries.ts";
import { ReplayDialog } from "./replay-dialog.tsx";

const from = "/administration/webhooks/$webhookId";

/** Lists what was sent to an endpoint, waits or was given up, with each attempt. The address contains the chosen state. */
export function DeliveriesScreen() {
  const { webhookId } = useParams({ from });
  const { state } = useSearch({ from });
  const navigate = useNavigate({ from });
  const webhook = useWebhook(webhookId);
  const deliveries = useDeliveries(webhookId, state);
  const [isReplaying, setIsReplaying] = useState(false);
  const shown = deliveries.data?.pages.flatMap((page) => page.deliveries);
  const count = shown?.length;
  const error = webhook.error ?? deliveries.error;
  useEffect(() => {
    if (count !== undefined) announce(`${formatCount(count, "delivery", "deliveries")} shown`);
  }, [count]);
  return (
    <Page
      title={webhook.data ? `Deliveries to ${webhook.data.description}` : "Deliveries"}
      aside={
        webhook.data && (
          <Button variant="default" onClick={() => setIsReplaying(true)}>
            Send again
          </Button>
        )
      }
    >
      <div className={tools.tools}>
        <NativeSelect
          label="State"
          value={state ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const chosen = deliveryStates.find((each) => each === value);
            void navigate({ search: chosen ? { state: chosen } : {}, replace: true });
          }}
          data={[
            { value: "", label: "All deliveries" },
            ...deliveryStates.map((value) => ({ value, label: stateLabels[value] })),
          ]}
        />
        <AnchorLink to="/administration/webhooks">All webhooks</AnchorLink>
      </div>
      {error && <ErrorNotice error={error} retry={() => void deliveries.refetch()} />}
      {!shown && !error && (
        <div role="status" aria-label="Deliveries are loading">
          <Skeleton h={240} />
        </div>
      )}
      {shown?.length === 0 && (
        <Empty title={state ? "No delivery is in this state" : "Nothing was sent yet"}>
          Each event for this system is listed here for 30 days after it was received or given up.
        </Empty>
      )}
      {shown && shown.length > 0 && (
        <>
          <DeliveryTable webhookId={webhookId} deliveries={shown} />
          <MorePages pages={deliveries} label="Show older ones">
            {shown.length} shown, the newest first
          </MorePages>
        </>
      )}
      {isReplaying && webhook.data && (
        <ReplayDialog webhook={webhook.data} onClose={() => setIsReplaying(false)} />
      )}
    </Page>
  );
}

interface DeliveryTableProps {
  readonly webhookId: string;
  readonly deliveries: readonly WebhookDelivery[];
}

function DeliveryTable({ webhookId, deliveries }: DeliveryTableProps) {
  const reload = useReload();
  const replay = useAction({
    mutationFn: async ({ deliveryId }: WebhookDelivery) => {
      const params = { webhookId, deliveryId: String(deliveryId) };
      await request(replayWebhookDelivery, { params });
      await reload();
    },
    onSuccess: (_answer, { type }) => notifications.show({ message: `${type} is sent again` }),
  });
  return (
    <>
      {replay.error && <ErrorNotice error={replay.error} />}
      <div className={table.scroll}>
        <table className={table.table} aria-label="Deliveries">
          <thead>
            <tr>
              <th scope="col">Added</th>
              <th scope="col">Event</th>
              <th scope="col">State</th>
              <th scope="col">Attempts</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <tr key={delivery.deliveryId}>
                <td className={table.nowrap}>{formatExactMoment(delivery.createdOn)}</td>
                <td>
                  {delivery.type}
                  {delivery.jobId !== null && (
                    <div>
                      <AnchorLink to="/jobs/$jobId" params={{ jobId: delivery.jobId }}>
                        Open the job
                      </AnchorLink>
                    </div>
                  )}
                  <div className={styles.id}>
                    {delivery.sequence === null ? "" : `Event ${delivery.sequence}`}
                  </div>
                </td>
                <td>
                  <DeliveryPill state={delivery.state} />
                  {delivery.nextAttemptOn !== null && (
                    <div className={styles.id}>
                      Next attempt {formatExactMoment(delivery.nextAttemptOn)}
                    </div>
                  )}
                </td>
                <td>
                  <Attempts delivery={delivery} />
                </td>
                <td>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Send again: ${delivery.type}, delivery ${delivery.deliveryId}`}
                    loading={
                      replay.isPending && replay.variables?.deliveryId === delivery.deliveryId
                    }
                    disabled={replay.isPending}
                    onClick={() => replay.mutate(delivery)}
                  >
                    Send again
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Attempts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { attempts, deliveryId } = delivery;
  const last = attempts.at(-1);
  if (!last) return "None yet";
  const count = formatCount(attempts.length, "attempt");
  return (
    <>
      {last.error ?? `Answered ${last.status ?? ""}`}
      <details>
        <summary aria-label={`${count} of delivery ${deliveryId}`}>{count}</summary>
        <ol className={styles.attempts}>
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              {formatExactMoment(attempt.at)}, {attempt.durationMs} ms:{" "}
              {attempt.error ?? `answered ${attempt.status ?? ""}`}
              {attempt.answer && <pre className={styles.answer}>{attempt.answer}</pre>}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
