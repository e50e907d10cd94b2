import { Alert, Checkbox, List, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type OfficeRole, officeRoles, putAccount } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { capitalise } from "../../ui/capitalise.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { OneTimeSecret } from "../../ui/one-time-secret.tsx";
import { makePassword } from "../../server/password.ts";
import { type Account, readAccount, useReload } from "./queries.ts";
import { roleTexts } from "./roles.tsx";

interface AccountDialogProps {
  /** The account to change; null: another one is added. */
  readonly account: Account | null;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Adds an account, with a password that is shown once, or changes one. */
export function AccountDialog({ account, isOwn, onClose }: AccountDialogProps) {
  // A request that is sent again means the same account and the same password.
  const [accountId] = useState(() => account?.accountId ?? crypto.randomUUID());
  const [password] = useState(() => (account ? null : makePassword()));
  const [base, setBase] = useState(account);
  const [changed, setChanged] = useState<Account | null>(null);
  const [name, setName] = useState(account?.name ?? "");
  const [email, setEmail] = useState(account?.email ?? "");
  const [roles, setRoles] = useState<readonly string[]>(account?.roles ?? []);
  const [isChecked, setIsChecked] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const reload = useReload();
  const chosen = officeRoles.filter((role) => roles.includes(role));

  const save = useAction({
    mutationFn: async () => {
      const present = base && (await readAccount(accountId));
      if (base && present && describe(present) !== describe(base)) return present;
      await request(putAccount, {
        params: { accountId },
        body: {
          name: name.trim(),
          email: email.trim(),
          roles: chosen,
          ...(password !== null && { password }),
        },
      });
      await reload();
      return null;
    },
    onSuccess: (other) => {
      setChanged(other);
      if (other) {
        // What the user has not touched becomes what it is now.
        if (name === base?.name) setName(other.name);
        if (email === base?.email) setEmail(other.email);
        if (base && isSameList(roles, base.roles)) setRoles([...other.roles]);
        setBase(other);
      } else if (password !== null) {
        setIsAdded(true);
      } else {
        notifications.show({ color: "green", message: `The account of ${name.trim()} is changed` });
        onClose();
      }
    },
  });

  const issues = {
    name: name.trim() === "" && "Fill this in",
    email: !/^\S+@\S+$/.test(email.trim()) && "Enter an email address",
    roles: chosen.length === 0 && "Choose at least one role",
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
  return (
    <ConfirmDialog
      title={account ? `Change the account of ${account.name}` : "Add an office account"}
      confirm={account ? "Save" : "Add account"}
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
          It is now {describe(changed)}. What you typed is below: save it again if it is still
          right.
        </Alert>
      )}
      <TextInput
        label="Name"
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={isChecked && issues.name}
        data-autofocus
      />
      <TextInput
        label="Email address"
        type="email"
        description="The person signs in with it."
        maxLength={200}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        error={isChecked && issues.email}
      />
      <Checkbox.Group
        label="Roles"
        description="Several roles together allow what any of them allows."
        value={[...roles]}
        onChange={setRoles}
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
      {account && <Consequences account={account} roles={chosen} isOwn={isOwn} />}
      {save.error && <ErrorNotice error={save.error} />}
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

function describe({ name, email, roles }: Account): string {
  return `${name}, ${email}, ${roles.join(", ")}`;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
