import { Checkbox, List, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type OfficeRole, officeRoles, putAccount } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { capitalise } from "../../ui/capitalise.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import { makePassword } from "../../server/password.ts";
import {
  type AccountFields,
  describeDifferences,
  expectValues,
  readValues,
  takeOver,
  toValues,
} from "./account-values.ts";
import { type Account, useReload } from "./queries.ts";
import { roleTexts } from "./roles.tsx";
import { strings } from "./strings.ts";

const newFields: AccountFields = { name: "", email: "", roles: [] };

interface AccountDialogProps {
  /** The account to change as it is now: it is loaded again while the dialog is open. Null: another one is added. */
  readonly account: Account | null;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/**
 * Adds an account, with a password that is shown once, or changes one. If somebody else changes it meanwhile, that is shown and
 * nothing typed is lost.
 */
export function AccountDialog({ account, isOwn, onClose }: AccountDialogProps) {
  // A request that is sent again means the same account and the same password.
  const [accountId] = useState(() => account?.accountId ?? crypto.randomUUID());
  const [password] = useState(() => (account ? null : makePassword()));
  const now = account && readValues(account);
  const [seen, setSeen] = useState(now);
  const [fields, setFields] = useState<AccountFields>(now ?? newFields);
  const [isChecked, setIsChecked] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const reload = useReload();
  const { name, email, roles } = fields;
  const change = (changes: Partial<AccountFields>) => setFields({ ...fields, ...changes });
  const wanted = toValues(fields);
  const expected = seen && now && expectValues(seen, now, wanted);
  const meanwhile = expected && now ? describeDifferences(expected, now) : [];

  const save = useAction({
    mutationFn: async () => {
      await request(putAccount, {
        params: { accountId },
        body: { ...wanted, ...(password !== null && { password }), ...(expected && { expected }) },
      });
      await reload();
    },
    onSuccess: () => {
      if (password !== null) {
        setIsAdded(true);
        return;
      }
      notifications.show({ color: "green", message: `The account of ${wanted.name} is changed` });
      onClose();
    },
    onError: reload,
  });

  const issues = {
    name: wanted.name === "" && "Fill this in",
    email: !/^\S+@\S+$/.test(wanted.email) && "Enter an email address",
    roles: wanted.roles.length === 0 && "Choose at least one role",
  };
  const submit = () => {
    setIsChecked(true);
    if (!issues.name && !issues.email && !issues.roles) save.mutate();
  };

  if (isAdded && password !== null)
    return (
      <ConfirmDialog
        title={`${name.trim()} has an account`}
        confirm={null}
        isSecretShown
        isPending={false}
        onConfirm={onClose}
        onClose={onClose}
      >
        <FirstPassword password={password} name={name.trim()} />
      </ConfirmDialog>
    );
  const isStale = isConflict(save.error) && meanwhile.length > 0;
  return (
    <ConfirmDialog
      title={account ? `Change the account of ${account.name}` : "Add an office account"}
      confirm={account ? "Save" : "Add account"}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {seen && now && meanwhile.length > 0 && !save.isSuccess && (
        <ChangedSinceNotice
          title={strings.change.meanwhile}
          lines={meanwhile}
          goOn={strings.change.goOn}
          onGoOn={() => {
            setFields(takeOver(fields, seen, now));
            setSeen(now);
            save.reset();
          }}
        />
      )}
      <TextInput
        label="Name"
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={isChecked && issues.name}
        data-autofocus
      />
      <TextInput
        label="Email address"
        type="email"
        description="The person signs in with it."
        maxLength={200}
        value={email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        error={isChecked && issues.email}
      />
      <Checkbox.Group
        label="Roles"
        description="Several roles together allow what any of them allows."
        value={[...roles]}
        onChange={(chosen) => change({ roles: chosen })}
        error={isChecked && issues.roles}
      >
        <Stack gap="xs" mt="xs">
          {officeRoles.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={capitalise(role)}
              description={roleTexts[role]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {account && <Consequences account={account} roles={wanted.roles} isOwn={isOwn} />}
      {save.error && !isStale && <ErrorNotice error={save.error} />}
    </ConfirmDialog>
  );
}

interface ConsequencesProps {
  readonly account: Account;
  readonly roles: readonly OfficeRole[];
  readonly isOwn: boolean;
}

function Consequences({ account, roles, isOwn }: ConsequencesProps) {
  const losesAdministration =
    isOwn && account.roles.includes("administrator") && !roles.includes("administrator");
  return (
    <List>
      <List.Item>Other roles count at once, also in sessions that are open.</List.Item>
      {account.usesOidc && (
        <List.Item>
          {account.name} signs in with your organisation: name, address and roles follow it again at
          the next sign-in.
        </List.Item>
      )}
      {losesAdministration && (
        <List.Item>
          You take the administration from yourself. Only another administrator can give it back.
        </List.Item>
      )}
    </List>
  );
}

interface FirstPasswordProps {
  readonly password: string;
  readonly name: string;
  /** Another password was set since. */
  readonly isReplaced?: boolean;
}

/** Shows the password of a new or reset account. It cannot be shown again later. */
export function FirstPassword({ password, name, isReplaced = false }: FirstPasswordProps) {
  return (
    <div role="status">
      <OneTimeSecret label="Password" secret={password} />
      {!isReplaced && (
        <Text mt="md">
          Give it to {name} now: it is not shown again. {name} has to choose another one at the
          first sign-in, and can do nothing before.
        </Text>
      )}
    </div>
  );
}
