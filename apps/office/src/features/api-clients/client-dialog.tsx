import { Button, Checkbox, Group, List, Stack, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { putApiClient } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { describePermission } from "./describe-permission.ts";
import { type ApiClient, clientPermissions, readApiClient, useReload } from "./queries.ts";

interface ClientDialogProps {
  /** The machine to change; null: another one is added. */
  readonly client: ApiClient | null;
  readonly onClose: () => void;
  readonly onAdded: (client: ApiClient) => void;
}

/** Adds a machine that may call the office, or changes its name and permissions. */
export function ClientDialog({ client, onClose, onAdded }: ClientDialogProps) {
  // A request that is sent again means the same machine.
  const [clientId] = useState(() => client?.clientId ?? crypto.randomUUID());
  const [base, setBase] = useState(client);
  /** What somebody else has made of it since it was opened. */
  const [changed, setChanged] = useState<ApiClient | null>(null);
  const [name, setName] = useState(client?.name ?? "");
  const [permissions, setPermissions] = useState<readonly string[]>(client?.permissions ?? []);
  const [isChecked, setIsChecked] = useState(false);
  const reload = useReload();

  const save = useAction({
    mutationFn: async () => {
      const present = base && (await readApiClient(clientId));
      if (base && present && describe(present) !== describe(base)) return { other: present };
      const saved = await request(putApiClient, {
        params: { clientId },
        body: { name: name.trim(), permissions: [...permissions] },
      });
      await reload();
      return { saved };
    },
    onSuccess: ({ other, saved }) => {
      if (other) {
        setChanged(other);
        return;
      }
      if (client) notifications.show({ color: "green", message: `${name.trim()} is changed` });
      onClose();
      if (!client && saved) onAdded(saved);
    },
  });

  const issues = {
    name: name.trim() === "" && "Fill this in",
    permissions: permissions.length === 0 && "Choose at least one permission",
  };
  const submit = () => {
    setIsChecked(true);
    if (!issues.name && !issues.permissions) save.mutate();
  };

  return (
    <ConfirmDialog
      title={client ? `Change ${client.name}` : "Add an API client"}
      confirm={client ? "Save" : "Add, and make a secret"}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {base && changed && (
        <ChangedSinceNotice
          title="Somebody else has changed this API client"
          lines={listDifferences(base, changed)}
          goOn="Go on with what I chose"
          onGoOn={() => {
            // What the user has not changed becomes as the colleague has made it.
            if (name === base.name) setName(changed.name);
            setPermissions(mergePermissions(permissions, base, changed));
            setBase(changed);
            setChanged(null);
          }}
        />
      )}
      <TextInput
        label="Name"
        description="The system that calls, such as Housing system."
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={isChecked && issues.name}
        data-autofocus
      />
      <Checkbox.Group
        label="Permissions"
        description="Give it only what it needs."
        value={[...permissions]}
        onChange={setPermissions}
        error={isChecked && issues.permissions}
      >
        <Group gap="xs" my="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setPermissions(clientPermissions.map(({ text }) => text))}
          >
            Choose all
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setPermissions([])}>
            Choose none
          </Button>
        </Group>
        <Stack gap="xs">
          {clientPermissions.map(({ name: permission, text }) => (
            <Checkbox
              key={text}
              value={text}
              label={describePermission(text)}
              description={`${permission.replace(".", ", ")} (${text})`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {client && (
        <List>
          <List.Item>Other permissions count at once, also for tokens that it has.</List.Item>
        </List>
      )}
      {save.error && <ErrorNotice error={save.error} />}
    </ConfirmDialog>
  );
}

/** What is as it was is the same text. */
function describe({ name, permissions }: ApiClient): string {
  return JSON.stringify([name, permissions.toSorted()]);
}

function mergePermissions(
  chosen: readonly string[],
  before: ApiClient,
  now: ApiClient,
): readonly string[] {
  return [...new Set([...chosen, ...now.permissions])].filter((text) =>
    chosen.includes(text) === before.permissions.includes(text)
      ? now.permissions.includes(text)
      : chosen.includes(text),
  );
}

function listDifferences(before: ApiClient, now: ApiClient): string[] {
  const added = now.permissions.filter((text) => !before.permissions.includes(text));
  const removed = before.permissions.filter((text) => !now.permissions.includes(text));
  return [
    ...(now.name === before.name ? [] : [`Name, now: ${now.name}`]),
    ...added.map((text) => `It may now: ${describePermission(text)}`),
    ...removed.map((text) => `It may no longer: ${describePermission(text)}`),
  ];
}
