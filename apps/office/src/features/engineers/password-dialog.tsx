import { List, Text } from "@mantine/core";
import { putOperative } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { makePassword } from "../../server/password.ts";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import { type Operative, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

const texts = strings.password;

interface PasswordDialogProps {
  readonly operative: Operative;
  readonly onClose: () => void;
}

/** Gives an engineer another password, which is shown once. */
export function PasswordDialog({ operative, onClose }: PasswordDialogProps) {
  const { fieldOperativeId, name, email } = operative;
  // A request that is sent again means the same password.
  const [password] = useState(makePassword);
  const reload = useReload();
  const set = useAction({
    mutationFn: async () => {
      await request(putOperative, {
        params: { fieldOperativeId },
        body: { name, email, password, expected: { name, email } },
      });
      await reload();
    },
    onError: reload,
  });
  return (
    <ConfirmDialog
      title={texts.title(name)}
      confirm={set.isSuccess ? null : texts.set}
      isSecretShown={set.isSuccess}
      isPending={set.isPending}
      onConfirm={() => set.mutate()}
      onClose={onClose}
    >
      {set.isSuccess ? (
        <div role="status">
          <OneTimeSecret label={texts.label} secret={password} />
          <Text mt="md">{texts.once(name)}</Text>
        </div>
      ) : (
        <List>
          {texts.consequences(name).map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
        </List>
      )}
      {set.error && <ErrorNotice error={set.error} />}
    </ConfirmDialog>
  );
}
