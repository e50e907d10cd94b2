import { Button, Group, Skeleton, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { pingWebhook, type Webhook } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import card from "../../ui/card.module.css";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import { WebhookState } from "./describe-webhook.tsx";
import { useReload, useWebhooks } from "./queries.ts";
import { DeleteDialog, SecretDialog } from "./secret-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

type OpenDialog =
  | { readonly action: "add" }
  | { readonly action: "change" | "secret" | "delete"; readonly webhook: Webhook };

/** Lists the endpoints of other systems to which events are sent. An administrator adds, changes and deletes them here. */
export function WebhooksScreen() {
  const { data: webhooks, error, refetch } = useWebhooks();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  return (
    <Page
      title="Webhooks"
      aside={<Button onClick={() => setOpened({ action: "add" })}>Add webhook</Button>}
    >
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!webhooks && !error && (
        <div role="status" aria-label="Webhooks are loading">
          <Skeleton h={160} mb="md" />
        </div>
      )}
      {webhooks?.length === 0 && (
        <Empty title="No events are sent yet">
          Add one for each system that has to know what happens, such as your housing system. It
          gets each event a second or two later, signed with a secret of its own.
        </Empty>
      )}
      {webhooks?.map((webhook) => (
        <WebhookCard key={webhook.webhookId} webhook={webhook} open={setOpened} />
      ))}
      {opened && (
        <ActionDialog
          opened={opened}
          onClose={() => setOpened(null)}
          onAdded={(webhook) => setOpened({ action: "secret", webhook })}
        />
      )}
    </Page>
  );
}

interface ActionDialogProps {
  readonly opened: OpenDialog;
  readonly onClose: () => void;
  readonly onAdded: (webhook: Webhook) => void;
}

function ActionDialog({ opened, onClose, onAdded }: ActionDialogProps) {
  if (opened.action === "add")
    return <WebhookDialog webhook={null} onClose={onClose} onAdded={onAdded} />;
  const { action, webhook } = opened;
  if (action === "secret") return <SecretDialog webhook={webhook} onClose={onClose} />;
  if (action === "delete") return <DeleteDialog webhook={webhook} onClose={onClose} />;
  return <WebhookDialog webhook={webhook} onClose={onClose} onAdded={onAdded} />;
}

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly open: (dialog: OpenDialog) => void;
}

function WebhookCard({ webhook, open }: WebhookCardProps) {
  const { webhookId, description, url, types, secrets, waiting, failed } = webhook;
  const { lastDeliveredOn, lastError, isEnabled } = webhook;
  const reload = useReload();
  const ping = useAction({
    mutationFn: async () => {
      await request(pingWebhook, { params: { webhookId } });
      await reload();
    },
    onSuccess: () =>
      notifications.show({ message: `A test is sent to ${description}: see its deliveries` }),
  });
  return (
    <article className={card.card} aria-label={description}>
      <Group mb="sm" justify="space-between">
        <Group gap="xs">
          <Title order={2} size="h4">
            {description}
          </Title>
          <WebhookState webhook={webhook} />
        </Group>
        <Group gap="xs">
          <ButtonLink
            variant="default"
            to="/administration/webhooks/$webhookId"
            params={{ webhookId }}
            aria-label={`Deliveries of ${description}`}
          >
            Deliveries
          </ButtonLink>
          <Button variant="default" onClick={() => open({ action: "change", webhook })}>
            Change
          </Button>
          <Button variant="default" onClick={() => open({ action: "secret", webhook })}>
            New secret
          </Button>
          {isEnabled && secrets.length > 0 && (
            <Button variant="default" loading={ping.isPending} onClick={() => ping.mutate()}>
              Send a test
            </Button>
          )}
          <Button variant="default" onClick={() => open({ action: "delete", webhook })}>
            Delete
          </Button>
        </Group>
      </Group>
      {ping.error && <ErrorNotice error={ping.error} />}
      <Facts
        facts={[
          ["Address", url],
          ["Events", types.length === 0 ? "All" : types.join(", ")],
          ["Last delivery", lastDeliveredOn === null ? "Never" : formatMoment(lastDeliveredOn)],
          ["Waiting", String(waiting)],
          ["Given up", String(failed)],
          ["Last failure", lastError],
          ["Secrets", describeSecrets(webhook)],
        ]}
      />
    </article>
  );
}

function describeSecrets({ secrets }: Webhook): string {
  return secrets
    .map(({ createdOn, expiresOn }) =>
      expiresOn === null
        ? `Made ${formatMoment(createdOn)}`
        : `Made ${formatMoment(createdOn)}, ends ${formatMoment(expiresOn)}`,
    )
    .join("\n");
}
