import { formatCount } from "../../ui/count.ts";
import { List, Radio, Stack, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { replayWebhook, type Webhook } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { parseLondonTime } from "../../ui/london-time.ts";
import { useReload } from "./queries.ts";

type What = "failed" | "since" | "after";

interface ReplayDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Sends again what was given up, or everything since a moment or after an event. */
export function ReplayDialog({
  webhook: { webhookId, description, failed },
  onClose,
}: ReplayDialogProps) {
  const [what, setWhat] = useState<What>("failed");
  const [since, setSince] = useState("");
  const [after, setAfter] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const reload = useReload();
  const moment = parseLondonTime(since);
  const replay = useAction({
    mutationFn: async () => {
      const body =
        what === "failed"
          ? { failed: true as const }
          : what === "since"
            ? { since: moment ?? "" }
            : { afterSequence: Number(after) };
      const answer = await request(replayWebhook, { params: { webhookId }, body });
      await reload();
      return answer;
    },
    onSuccess: ({ replayed }) => {
      const message =
        replayed === null
          ? `The events are sent to ${description} again`
          : `${formatCount(replayed, "event is", "events are")} sent to ${description} again`;
      notifications.show({ color: "green", message });
      onClose();
    },
  });
  const issues = {
    since: what === "since" && moment === null && "A day and a time",
    after: what === "after" && !/^\d{1,15}$/.test(after) && "The number of an event",
  };
  const submit = () => {
    setIsChecked(true);
    if (!issues.since && !issues.after) replay.mutate();
  };
  return (
    <ConfirmDialog
      title={`Send events to ${description} again`}
      confirm="Send again"
      isPending={replay.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <Radio.Group
        label="Which events"
        value={what}
        onChange={(value) => setWhat(value === "since" || value === "after" ? value : "failed")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="failed" label={`What was given up (${failed})`} />
          <Radio value="since" label="Everything since a moment" />
          <Radio value="after" label="Everything after an event" />
        </Stack>
      </Radio.Group>
      {what === "since" && (
        <TextInput
          label="Since"
          type="datetime-local"
          value={since}
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
          error={isChecked && issues.since}
        />
      )}
      {what === "after" && (
        <TextInput
          label="After the event with the number"
          inputMode="numeric"
          value={after}
          onChange={({ currentTarget }) => setAfter(currentTarget.value.trim())}
          error={isChecked && issues.after}
        />
      )}
      <List>
        <List.Item>
          The system gets them with the same ids, so that it can tell what it has had.
        </List.Item>
        <List.Item>Events are stored for 90 days unless your server says otherwise.</List.Item>
      </List>
      {replay.error && <ErrorNotice error={replay.error} />}
    </ConfirmDialog>
  );
}
