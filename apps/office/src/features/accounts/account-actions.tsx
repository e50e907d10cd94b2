import { Alert, List } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { disableAccount, enableAccount, resetPassword } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { FirstPassword } from "./account-dialog.tsx";
import { makePassword } from "../../server/password.ts";
import { type Account, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

interface DialogProps {
  /** The account as now: it is loaded again while the dialog is open. */
  readonly account: Account;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Asks before an account is disabled, and says what that means. The server refuses it for the last administrator. */
export function DisableDialog({ account: { accountId, name }, isOwn, onClose }: DialogProps) {
  const reload = useReload();
  const disable = useAction({
    mutationFn: async () => {
      await request(disableAccount, { params: { accountId } });
      await reload();
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: `The account of ${name} is disabled` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Disable the account of ${name}?`}
      confirm="Disable account"
      isDestructive
      isPending={disable.isPending}
      onConfirm={() => disable.mutate()}
      onClose={onClose}
    >
      <List>
        <List.Item>Every session of {name} ends at once, and no sign-in is answered.</List.Item>
        <List.Item>
          What {name} has done stays, and the audit goes on to name {name}.
        </List.Item>
        <List.Item>An administrator can enable the account at any time.</List.Item>
        {isOwn && <List.Item>This is your own account: you are signed out.</List.Item>}
      </List>
      {disable.error && <ErrorNotice error={disable.error} />}
    </ConfirmDialog>
  );
}

/** Asks before a disabled account is enabled, and says how its user can sign in then. */
export function EnableDialog({ account, onClose }: DialogProps) {
  const { accountId, name, usesOidc, mustChangePassword } = account;
  const reload = useReload();
  const enable = useAction({
    mutationFn: async () => {
      await request(enableAccount, { params: { accountId } });
      await reload();
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: `The account of ${name} is enabled` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Enable the account of ${name}?`}
      confirm="Enable account"
      isPending={enable.isPending}
      onConfirm={() => enable.mutate()}
      onClose={onClose}
    >
      <List>
        <List.Item>
          {usesOidc
            ? `${name} can sign in with your organisation again.`
            : `${name} can sign in again with the same password.`}
        </List.Item>
        {mustChangePassword && (
          <List.Item>It is the password of an administrator, and has to be changed.</List.Item>
        )}
        <List.Item>Lock-outs after wrong passwords end too.</List.Item>
      </List>
      {enable.error && <ErrorNotice error={enable.error} />}
    </ConfirmDialog>
  );
}

/**
 * Gives the account another password, which is shown once. If somebody else sets one, before or after, that is shown.
 */
export function ResetDialog({ account, onClose }: DialogProps) {
  const { accountId, name, passwordSetOn: now } = account;
  const [password] = useState(makePassword);
  const [seen, setSeen] = useState(now);
  const reload = useReload();
  const reset = useAction({
    mutationFn: async (passwordSetOn: typeof seen) => {
      const answer = await request(resetPassword, {
        params: { accountId },
        body: { password, ...(passwordSetOn !== undefined && { expected: { passwordSetOn } }) },
      });
      await reload();
      return answer.passwordSetOn;
    },
    onError: reload,
  });
  const isOther = now !== seen && !reset.isPending;
  const isStale = isOther && !reset.isSuccess;
  const isReplaced = isOther && reset.isSuccess && now !== reset.data;
  return (
    <ConfirmDialog
      title={`Reset the password of ${name}?`}
      confirm={reset.isSuccess || isStale ? null : "Reset password"}
      isSecretShown={reset.isSuccess}
      isDestructive
      isPending={reset.isPending}
      onConfirm={() => reset.mutate(seen)}
      onClose={onClose}
    >
      {isStale && (
        <ChangedSinceNotice
          title={strings.meanwhile}
          lines={now ? [strings.setOn(formatMoment(now))] : []}
          goOn={strings.goOn}
          onGoOn={() => {
            setSeen(now);
            reset.mutate(now);
          }}
        />
      )}
      {isReplaced && (
        <Alert role="alert" color="var(--danger)" variant="outline" title={strings.replaced} />
      )}
      {reset.isSuccess ? (
        <FirstPassword password={password} name={name} isReplaced={isReplaced} />
      ) : (
        <List>
          <List.Item>Make sure that it is {name} who asks for it.</List.Item>
          <List.Item>
            Every session of {name} ends at once, and the present password ends.
          </List.Item>
          <List.Item>You see the new password once, and {name} has to change it.</List.Item>
        </List>
      )}
      {reset.error && !isStale && <ErrorNotice error={reset.error} />}
    </ConfirmDialog>
  );
}
