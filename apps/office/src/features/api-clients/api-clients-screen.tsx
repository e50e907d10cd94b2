import { Button, Group, Skeleton, Title } from "@mantine/core";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import card from "../../ui/card.module.css";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import { ClientDialog } from "./client-dialog.tsx";
import { describePermission } from "./describe-permission.ts";
import { type ApiClient, type Secret, useApiClients } from "./queries.ts";
import { NewSecretDialog, RemoveSecretDialog, RevokeDialog } from "./secret-dialogs.tsx";

type OpenDialog =
  | { readonly action: "add" }
  | { readonly action: "change" | "secret" | "revoke"; readonly client: ApiClient }
  | { readonly action: "remove"; readonly client: ApiClient; readonly secret: Secret };

/**
 * Lists the systems that may call the office. An administrator adds, changes and revokes them here, and makes their
 * secrets.
 */
export function ApiClientsScreen() {
  const { data: clients, error, refetch } = useApiClients();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  return (
    <Page
      title="API clients"
      aside={<Button onClick={() => setOpened({ action: "add" })}>Add API client</Button>}
    >
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!clients && !error && (
        <div role="status" aria-label="API clients are loading">
          <Skeleton h={160} mb="md" />
        </div>
      )}
      {clients?.length === 0 && (
        <Empty title="No system has access yet">
          Add one for each system that calls the office, such as your housing system. It gets
          permissions and a secret of its own, so that it needs nobody&apos;s password.
        </Empty>
      )}
      {clients?.map((client) => (
        <ClientCard key={client.clientId} client={client} open={setOpened} />
      ))}
      {opened && (
        <ActionDialog
          opened={opened}
          onClose={() => setOpened(null)}
          onAdded={(client) => setOpened({ action: "secret", client })}
        />
      )}
    </Page>
  );
}

interface ActionDialogProps {
  readonly opened: OpenDialog;
  readonly onClose: () => void;
  readonly onAdded: (client: ApiClient) => void;
}

function ActionDialog({ opened, onClose, onAdded }: ActionDialogProps) {
  if (opened.action === "add")
    return <ClientDialog client={null} onClose={onClose} onAdded={onAdded} />;
  const { action, client } = opened;
  if (action === "remove")
    return <RemoveSecretDialog client={client} secret={opened.secret} onClose={onClose} />;
  if (action === "secret") return <NewSecretDialog client={client} onClose={onClose} />;
  if (action === "revoke") return <RevokeDialog client={client} onClose={onClose} />;
  return <ClientDialog client={client} onClose={onClose} onAdded={onAdded} />;
}

interface ClientCardProps {
  readonly client: ApiClient;
  readonly open: (dialog: OpenDialog) => void;
}

function ClientCard({ client, open }: ClientCardProps) {
  const { clientId, name, permissions, createdOn, revokedOn } = client;
  return (
    <article className={card.card} aria-label={name}>
      <Group mb="sm" justify="space-between">
        <Group gap="xs">
          <Title order={2} size="h4">
            {name}
          </Title>
          {revokedOn === null ? (
            <Pill tone="good">Active</Pill>
          ) : (
            <Pill tone="danger">Revoked</Pill>
          )}
        </Group>
        {revokedOn === null && (
          <Group gap="xs">
            <Button variant="default" onClick={() => open({ action: "change", client })}>
              Change
            </Button>
            <Button variant="default" onClick={() => open({ action: "secret", client })}>
              New secret
            </Button>
            <Button variant="default" onClick={() => open({ action: "revoke", client })}>
              Revoke
            </Button>
          </Group>
        )}
      </Group>
      <Facts
        facts={[
          ["Client id", clientId],
          ["Added", formatMoment(createdOn)],
          ["Revoked", revokedOn && formatMoment(revokedOn)],
          ["Permissions", permissions.map(describePermission).join("\n")],
        ]}
      />
      {revokedOn === null && <Secrets client={client} open={open} />}
    </article>
  );
}

function Secrets({ client, open }: ClientCardProps) {
  const { name, secrets } = client;
  if (secrets.length === 0)
    return <Empty title="No secret works">{name} cannot call until you make one.</Empty>;
  return (
    <div className={`${table.scroll} ${table.after}`}>
      <table className={table.table} aria-label={`Secrets of ${name}`}>
        <thead>
          <tr>
            <th scope="col">Secret made</th>
            <th scope="col">Last used</th>
            <th scope="col">Ends</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {secrets.map((secret) => (
            <tr key={secret.secretId}>
              <td>{formatMoment(secret.createdOn)}</td>
              <td>{secret.lastUsedOn === null ? "Never" : formatMoment(secret.lastUsedOn)}</td>
              <td>
                <SecretEnd secret={secret} />
              </td>
              <td>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Remove the secret of ${formatMoment(secret.createdOn)}`}
                  onClick={() => open({ action: "remove", client, secret })}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SecretEnd({ secret: { expiresOn } }: { readonly secret: Secret }) {
  if (expiresOn === null) return "It does not end";
  if (Date.parse(expiresOn) <= Date.now()) return <Pill tone="danger">Ended</Pill>;
  return formatMoment(expiresOn);
}
