import { Alert, List, Text } from "@mantine/core";
import { putOperative } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { makePassword } from "../../server/password.ts";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import { type Operative, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

const texts = strings.password;

interface PasswordDialogProps {
  /** The engineer as now: it is loaded again while the dialog is open. */
  readonly operative: Operative;
  readonly onClose: () => void;
}

/**
 * Gives an engineer another password, which is shown once. If somebody else sets one, before or after, that is shown.
 */
export function PasswordDialog({ operative, onClose }: PasswordDialogProps) {
  const { fieldOperativeId, name, email, passwordSetOn: now } = operative;
  // A request that is sent again means the same password.
  const [password] = useState(makePassword);
  const [seen, setSeen] = useState(now);
  const reload = useReload();
  const set = useAction({
    mutationFn: async (passwordSetOn: typeof seen) => {
      const answer = await request(putOperative, {
        params: { fieldOperativeId },
        body: { name, email, password, expected: { name, email, passwordSetOn } },
      });
      await reload();
      return answer.passwordSetOn;
    },
    onError: reload,
  });
  const isOther = now !== seen && !set.isPending;
  const isStale = isOther && !set.isSuccess;
  const isReplaced = isOther && set.isSuccess && now !== set.data;
  return (
    <ConfirmDialog
      title={texts.title(name)}
      confirm={set.isSuccess || isStale ? null : texts.set}
      isSecretShown={set.isSuccess}
      isPending={set.isPending}
      onConfirm={() => set.mutate(seen)}
      onClose={onClose}
    >
      {isStale && (
        <ChangedSinceNotice
          title={texts.meanwhile}
          lines={now ? [texts.setOn(formatMoment(now))] : []}
          goOn={texts.goOn}
          onGoOn={() => {
            setSeen(now);
            set.mutate(now);
          }}
        />
      )}
      {isReplaced && (
        <Alert role="alert" color="var(--danger)" variant="outline" title={texts.replaced} />
      )}
      {set.isSuccess ? (
        <div role="status">
          <OneTimeSecret label={texts.label} secret={password} />
          {!isReplaced && <Text mt="md">{texts.once(name)}</Text>}
        </div>
      ) : (
        <List>
          {texts.consequences(name).map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
        </List>
      )}
      {set.error && !isStale && <ErrorNotice error={set.error} />}
    </ConfirmDialog>
  );
}
