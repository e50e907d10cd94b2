import { formatCount } from "../../ui/count.ts";
import { List, NativeSelect, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { addWebhookSecret, removeWebhook, type Webhook } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isNotFound } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import { useReload } from "./queries.ts";

/** For how many hours the earlier secrets sign as well. */
const overlaps = [
  { value: "24", label: "In a day" },
  { value: "1", label: "In an hour" },
  { value: "168", label: "In a week" },
  { value: "0", label: "At once" },
];

export const deletedMeanwhile = "Somebody has deleted this webhook meanwhile.";

interface DialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Makes a secret and shows it once. The present one goes on to sign until the receiver has the new one. */
export function SecretDialog({
  webhook: { webhookId, description, secrets },
  onClose,
}: DialogProps) {
  const [overlap, setOverlap] = useState("24");
  const hasOthers = secrets.length > 0;
  const reload = useReload();
  const make = useAction({
    mutationFn: async () => {
      const made = await request(addWebhookSecret, {
        params: { webhookId },
        body: { overlapHours: hasOthers ? Number(overlap) : 0 },
      });
      await reload();
      return made;
    },
    onError: reload,
  });
  return (
    <ConfirmDialog
      title={hasOthers ? `Another secret for ${description}` : `A secret for ${description}`}
      confirm={make.data || isNotFound(make.error) ? null : "Make secret"}
      isSecretShown={make.isSuccess}
      isPending={make.isPending}
      onConfirm={() => make.mutate()}
      onClose={onClose}
    >
      {make.data ? (
        <Stack role="status">
          <OneTimeSecret label="Secret" secret={make.data.secret} />
          <Text>
            Put it into the settings of {description} now: it is not shown again. Events are signed
            with it from now on.
          </Text>
        </Stack>
      ) : (
        <>
          <List>
            <List.Item>
              You see the secret once. With it {description} knows that an event is from here.
            </List.Item>
            {!hasOthers && <List.Item>Until it has one, no event is sent.</List.Item>}
          </List>
          {hasOthers && (
            <NativeSelect
              label="The present secret ends"
              description="Until then events are signed with both, so that the system can be changed without a pause."
              data={overlaps}
              value={overlap}
              onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
            />
          )}
        </>
      )}
      {make.error && <ErrorNotice error={make.error} removed={deletedMeanwhile} />}
    </ConfirmDialog>
  );
}

/** Asks before an endpoint is deleted. */
export function DeleteDialog({
  webhook: { webhookId, description, waiting },
  onClose,
}: DialogProps) {
  const reload = useReload();
  const remove = useAction({
    mutationFn: async () => {
      await request(removeWebhook, { params: { webhookId } });
      await reload();
    },
    onError: reload,
    onSuccess: () => {
      notifications.show({ color: "green", message: `${description} is deleted` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${description}?`}
      confirm={isNotFound(remove.error) ? null : "Delete"}
      isDestructive
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <List>
        <List.Item>No event is sent to it any more.</List.Item>
        <List.Item>The list of its deliveries is deleted with it.</List.Item>
        {waiting > 0 && (
          <List.Item>
            {formatCount(waiting, "event waits, and is", "events wait, and are")} not sent.
          </List.Item>
        )}
      </List>
      {remove.error && <ErrorNotice error={remove.error} removed={deletedMeanwhile} />}
    </ConfirmDialog>
  );
}
