import { Button, Group, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useOwnAccount } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { capitalise } from "../../ui/capitalise.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import { DisableDialog, EnableDialog, ResetDialog } from "./account-actions.tsx";
import { AccountDialog } from "./account-dialog.tsx";
import { type Account, useAccounts } from "./queries.ts";
import { RolesSection } from "./roles.tsx";

type Action = "change" | "disable" | "enable" | "reset";

interface OpenDialog {
  readonly action: Action;
  readonly account: Account;
}

/**
 * Lists the accounts of the office. An administrator adds, changes, disables and enables them here, and resets
 * passwords.
 */
export function AccountsScreen() {
  const { data: accounts, error, refetch } = useAccounts();
  const { data: own } = useOwnAccount();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const isOwn = (account: Account) => account.accountId === own?.accountId;
  return (
    <Page
      title="Office accounts"
      aside={<Button onClick={() => setIsAdding(true)}>Add account</Button>}
    >
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!accounts && !error && (
        <div role="status" aria-label="Accounts are loading">
          <Skeleton h={160} mb="md" />
        </div>
      )}
      {accounts?.length === 0 && <Empty title="There is no account" />}
      {accounts && accounts.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label="Office accounts" onKeyDown={moveThroughRows}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Email address</th>
                <th scope="col">Roles</th>
                <th scope="col">State</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <AccountRow
                  key={account.accountId}
                  account={account}
                  isOwn={isOwn(account)}
                  onAction={(action) => setOpened({ action, account })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={table.after}>
        <RolesSection />
      </div>
      {isAdding && (
        <AccountDialog account={null} isOwn={false} onClose={() => setIsAdding(false)} />
      )}
      {opened && (
        <ActionDialog
          action={opened.action}
          account={accounts?.find(isSame(opened.account)) ?? opened.account}
          isOwn={isOwn(opened.account)}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

const isSame = (one: Account) => (other: Account) => other.accountId === one.accountId;

interface AccountRowProps {
  readonly account: Account;
  readonly isOwn: boolean;
  readonly onAction: (action: Action) => void;
}

function AccountRow({ account, isOwn, onAction }: AccountRowProps) {
  const { name, email, roles, disabledOn, usesOidc } = account;
  const isDisabled = disabledOn !== null;
  const mayReset = !isOwn && !usesOidc && !isDisabled;
  const button = (action: Action, label: string) => (
    <Button
      size="xs"
      variant="default"
      aria-label={`${label}: ${name}`}
      onClick={() => onAction(action)}
      {...(action === "change" && { "data-row-link": true })}
    >
      {label}
    </Button>
  );
  return (
    <tr>
      <td>
        {name} {isOwn && <Pill tone="neutral">You</Pill>}
      </td>
      <td>{email}</td>
      <td>{roles.map(capitalise).join(", ") || "None"}</td>
      <td>
        <AccountState account={account} />
      </td>
      <td>
        <Group gap="xs">
          {button("change", "Change")}
          {mayReset && button("reset", "Reset password")}
          {isDisabled ? button("enable", "Enable") : button("disable", "Disable")}
        </Group>
      </td>
    </tr>
  );
}

function AccountState({ account }: { readonly account: Account }) {
  const { disabledOn, mustChangePassword, usesOidc } = account;
  if (disabledOn !== null)
    return (
      <>
        <Pill tone="danger">Disabled</Pill> since {formatMoment(disabledOn)}
      </>
    );
  if (mustChangePassword) return <Pill tone="warn">Must choose password</Pill>;
  return (
    <>
      <Pill tone="good">Active</Pill> {usesOidc && "Signs in with your organisation"}
    </>
  );
}

interface ActionDialogProps extends OpenDialog {
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

function ActionDialog({ action, ...dialog }: ActionDialogProps) {
  const Dialog = dialogs[action];
  return <Dialog {...dialog} />;
}

const dialogs = {
  change: AccountDialog,
  disable: DisableDialog,
  enable: EnableDialog,
  reset: ResetDialog,
} as const satisfies Record<Action, unknown>;
