import { Alert, Checkbox, MultiSelect, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  type EventType,
  eventTypeNames,
  putWebhook,
  readWebhook,
  type Webhook,
} from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useReload } from "./queries.ts";

interface WebhookDialogProps {
  /** The endpoint to change; null: another one is added. */
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  readonly onAdded: (webhook: Webhook) => void;
}

/** Adds an endpoint, or changes where what is sent. */
export function WebhookDialog({ webhook, onClose, onAdded }: WebhookDialogProps) {
  // A request that is sent again means the same endpoint.
  const [webhookId] = useState(() => webhook?.webhookId ?? crypto.randomUUID());
  const [base, setBase] = useState(webhook);
  const [changed, setChanged] = useState<Webhook | null>(null);
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "https://");
  const [types, setTypes] = useState<readonly EventType[]>(readTypes(webhook?.types ?? []));
  const [isEnabled, setIsEnabled] = useState(webhook?.isEnabled ?? true);
  const [isChecked, setIsChecked] = useState(false);
  const reload = useReload();

  const save = useAction({
    mutationFn: async () => {
      const present = base && (await request(readWebhook, { params: { webhookId } }));
      if (base && present && describe(present) !== describe(base)) return { other: present };
      const saved = await request(putWebhook, {
        params: { webhookId },
        body: { url: url.trim(), description: description.trim(), types: [...types], isEnabled },
      });
      await reload();
      return { saved };
    },
    onSuccess: ({ other, saved }) => {
      setChanged(other ?? null);
      if (other) {
        setBase(other);
        return;
      }
      if (webhook)
        notifications.show({ color: "green", message: `${description.trim()} is changed` });
      onClose();
      if (!webhook && saved) onAdded(saved);
    },
  });

  const issues = {
    description: description.trim() === "" && "Fill this in",
    url: !/^https?:\/\/\S+$/i.test(url.trim()) && "An address that begins with https://",
  };
  const submit = () => {
    setIsChecked(true);
    if (!issues.description && !issues.url) save.mutate();
  };

  return (
    <ConfirmDialog
      title={webhook ? `Change ${webhook.description}` : "Add a webhook"}
      confirm={webhook ? "Save" : "Add, and make a secret"}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {changed && (
        <Alert
          role="alert"
          color="var(--warn)"
          variant="outline"
          title="Somebody else has changed it"
        >
          It is now {describe(changed)}. What you entered is below: save it again if it is still
          right.
        </Alert>
      )}
      <TextInput
        label="Name"
        description="The system that gets the events, such as Housing system."
        maxLength={200}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        error={isChecked && issues.description}
        data-autofocus
      />
      <TextInput
        label="Address"
        description="Where it takes events. The people who run the system know it."
        type="url"
        maxLength={2000}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        error={isChecked && issues.url}
      />
      <MultiSelect
        label="Events"
        description="None chosen: it gets all of them."
        placeholder={types.length === 0 ? "All events" : ""}
        data={[...eventTypeNames]}
        value={[...types]}
        onChange={(chosen) => setTypes(readTypes(chosen))}
        searchable
        clearable
        nothingFoundMessage="No event has this name"
      />
      <Checkbox
        label="Enabled"
        description="Without it events wait, and are sent when it is enabled again."
        checked={isEnabled}
        onChange={({ currentTarget }) => setIsEnabled(currentTarget.checked)}
      />
      {save.error && <ErrorNotice error={save.error} />}
    </ConfirmDialog>
  );
}

/** A type that this build does not know cannot be chosen. */
function readTypes(texts: readonly string[]): EventType[] {
  return eventTypeNames.filter((name) => texts.includes(name));
}

function describe({ url, description, types, isEnabled }: Webhook): string {
  const events = types.length === 0 ? "all events" : types.toSorted().join(", ");
  return `${description} at ${url} with ${events}, ${isEnabled ? "enabled" : "disabled"}`;
}
