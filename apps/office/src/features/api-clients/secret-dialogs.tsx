import { List, NativeSelect, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  addApiClientSecret,
  removeApiClientSecret,
  revokeApiClient,
} from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isNotFound } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import { type ApiClient, type Secret, useReload } from "./queries.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long the new secret works, in ms. */
const lifetimes = [
  { value: "", label: "It does not end" },
  { value: String(90 * dayMs), label: "In 90 days" },
  { value: String(365 * dayMs), label: "In a year" },
];

/** How long the other secrets go on to work, in ms. */
const overlaps = [
  { value: String(dayMs), label: "In a day" },
  { value: String(hourMs), label: "In an hour" },
  { value: String(7 * dayMs), label: "In a week" },
  { value: "", label: "As before" },
];

interface SecretDialogProps {
  readonly client: ApiClient;
  readonly onClose: () => void;
}

/** Makes a secret and shows it once. The present one goes on to work until the machine has the new one. */
export function NewSecretDialog({
  client: { clientId, name, secrets },
  onClose,
}: SecretDialogProps) {
  const [lifetime, setLifetime] = useState("");
  const [overlap, setOverlap] = useState(String(dayMs));
  const hasOthers = secrets.length > 0;
  const reload = useReload();
  const make = useAction({
    mutationFn: async () => {
      const made = await request(addApiClientSecret, {
        params: { clientId },
        body: {
          ...(lifetime !== "" && { expiresOn: momentIn(lifetime) }),
          ...(hasOthers && overlap !== "" && { othersExpireOn: momentIn(overlap) }),
        },
      });
      await reload();
      return made;
    },
  });
  return (
    <ConfirmDialog
      title={hasOthers ? `Another secret for ${name}` : `A secret for ${name}`}
      confirm={make.data ? null : "Make secret"}
      isSecretShown={make.isSuccess}
      isPending={make.isPending}
      onConfirm={() => make.mutate()}
      onClose={onClose}
    >
      {make.data ? (
        <Stack role="status">
          <OneTimeSecret label="Client id" secret={make.data.clientId} />
          <OneTimeSecret label="Secret" secret={make.data.secret} />
          <Text>
            Put both into the settings of {name} now: the secret is not shown again.{" "}
            {make.data.expiresOn === null
              ? "It works until somebody removes it."
              : `It works until ${formatMoment(make.data.expiresOn)}.`}
          </Text>
        </Stack>
      ) : (
        <>
          <List>
            <List.Item>
              You see the secret once. Anybody who has it can do what {name} may do.
            </List.Item>
            <List.Item>At most two secrets work at a time.</List.Item>
          </List>
          <NativeSelect
            label="The new secret ends"
            data={lifetimes}
            value={lifetime}
            onChange={({ currentTarget }) => setLifetime(currentTarget.value)}
          />
          {hasOthers && (
            <NativeSelect
              label="The present secret ends"
              description="Until then both work, so that the machine can be changed without a pause."
              data={overlaps}
              value={overlap}
              onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
            />
          )}
        </>
      )}
      {make.error && <ErrorNotice error={make.error} />}
    </ConfirmDialog>
  );
}

function momentIn(ms: string): string {
  return new Date(Date.now() + Number(ms)).toISOString();
}

interface RemoveSecretDialogProps extends SecretDialogProps {
  readonly secret: Secret;
}

/** Asks before a secret is removed, and says when it was last used. */
export function RemoveSecretDialog({ client, secret, onClose }: RemoveSecretDialogProps) {
  const { clientId, name, secrets } = client;
  const reload = useReload();
  const remove = useAction({
    mutationFn: async () => {
      await request(removeApiClientSecret, { params: { clientId, secretId: secret.secretId } });
      await reload();
    },
    onError: reload,
    onSuccess: () => {
      notifications.show({ color: "green", message: `A secret of ${name} is removed` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove this secret of ${name}?`}
      confirm={isNotFound(remove.error) ? null : "Remove secret"}
      isDestructive
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <List>
        <List.Item>It was made on {formatMoment(secret.createdOn)}.</List.Item>
        <List.Item>
          {secret.lastUsedOn === null
            ? "It was never used."
            : `It was last used on ${formatMoment(secret.lastUsedOn)}.`}
        </List.Item>
        <List.Item>It stops working at once, and so do the tokens that it got.</List.Item>
        {secrets.length === 1 && (
          <List.Item>It is the only one: {name} cannot call until it has another.</List.Item>
        )}
      </List>
      {remove.error && (
        <ErrorNotice
          error={remove.error}
          removed="Somebody has removed this secret meanwhile, or it has ended."
        />
      )}
    </ConfirmDialog>
  );
}

/** Asks before an API client is revoked, which cannot be undone. */
export function RevokeDialog({ client: { clientId, name }, onClose }: SecretDialogProps) {
  const reload = useReload();
  const revoke = useAction({
    mutationFn: async () => {
      await request(revokeApiClient, { params: { clientId } });
      await reload();
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: `${name} is revoked` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      confirm="Revoke for ever"
      isDestructive
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <List>
        <List.Item>All its secrets and tokens stop working at once.</List.Item>
        <List.Item>
          Nobody can take this back: add another API client if it is needed again.
        </List.Item>
        <List.Item>What it has done stays, and the audit goes on to name it.</List.Item>
      </List>
      {revoke.error && <ErrorNotice error={revoke.error} />}
    </ConfirmDialog>
  );
}
