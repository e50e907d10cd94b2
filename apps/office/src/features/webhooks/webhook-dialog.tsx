import { Checkbox, MultiSelect, TextInput } from "@mantine/core";
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
import { isNotFound } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useReload } from "./queries.ts";
import { deletedMeanwhile } from "./secret-dialog.tsx";

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
  /** What somebody else has made of it since it was opened. */
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
      if (other) {
        setChanged(other);
        return;
      }
      if (webhook)
        notifications.show({ color: "green", message: `${description.trim()} is changed` });
      onClose();
      if (!webhook && saved) onAdded(saved);
    },
    onError: reload,
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
      confirm={isNotFound(save.error) ? null : webhook ? "Save" : "Add, and make a secret"}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {base && changed && (
        <ChangedSinceNotice
          title="Somebody else has changed this webhook"
          lines={listDifferences(base, changed)}
          goOn="Go on with what I typed"
          onGoOn={() => {
            // What the user has not changed becomes as the colleague has made it.
            if (description === base.description) setDescription(changed.description);
            if (url === base.url) setUrl(changed.url);
            if (isSameList(types, readTypes(base.types))) setTypes(readTypes(changed.types));
            if (isEnabled === base.isEnabled) setIsEnabled(changed.isEnabled);
            setBase(changed);
            setChanged(null);
          }}
        />
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
      {save.error && <ErrorNotice error={save.error} removed={deletedMeanwhile} />}
    </ConfirmDialog>
  );
}

/** A type that this build does not know cannot be chosen. */
function readTypes(texts: readonly string[]): EventType[] {
  return eventTypeNames.filter((name) => texts.includes(name));
}

/** What is as it was is the same text. */
function describe({ url, description, types, isEnabled }: Webhook): string {
  return JSON.stringify([url, description, types.toSorted(), isEnabled]);
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join();

function listDifferences(before: Webhook, now: Webhook): string[] {
  const values = (webhook: Webhook): Readonly<Record<string, string>> => ({
    Name: webhook.description,
    Address: webhook.url,
    Events: webhook.types.length === 0 ? "all" : webhook.types.toSorted().join(", "),
    Enabled: webhook.isEnabled ? "yes" : "no",
  });
  const earlier = values(before);
  return Object.entries(values(now)).flatMap(([name, value]) =>
    value === earlier[name] ? [] : [`${name}, now: ${value}`],
  );
}
