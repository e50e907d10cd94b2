import { Alert, Button, Checkbox, List } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  disableOperative,
  enableOperative,
  makeResetCode,
  putOperative,
  requestSignature,
  wipeDevice,
} from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatTime } from "../../ui/dates.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import styles from "./device-card.module.css";
import { PasswordDialog } from "./password-dialog.tsx";
import { type Operative, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

const texts = strings.code;

type Action = "change" | "password" | "code" | "signature" | "disable" | "enable";

/**
 * The buttons for an engineer's account: change, new password, reset code, request for a signature, disable or enable. Only what the user may
 * do is shown.
 */
export function AccountActions({ operative }: { readonly operative: Operative }) {
  const [action, setAction] = useState<Action | null>(null);
  const dialog = { operative, onClose: () => setAction(null) };
  const isDisabled = operative.disabledOn !== null;
  const may = useMay();
  return (
    <>
      {may(putOperative) && (
        <Button variant="default" onClick={() => setAction("change")}>
          {strings.form.change}
        </Button>
      )}
      {!isDisabled && may(makeResetCode) && (
        <Button variant="default" onClick={() => setAction("code")}>
          Code for a forgotten PIN
        </Button>
      )}
      {!isDisabled && may(putOperative) && (
        <Button variant="default" onClick={() => setAction("password")}>
          {strings.password.open}
        </Button>
      )}
      {!isDisabled && may(requestSignature) && (
        <Button variant="default" onClick={() => setAction("signature")}>
          Ask for a signature
        </Button>
      )}
      {!isDisabled && may(disableOperative) && (
        <Button variant="default" onClick={() => setAction("disable")}>
          Disable account
        </Button>
      )}
      {isDisabled && may(enableOperative) && (
        <Button onClick={() => setAction("enable")}>Enable account</Button>
      )}
      {action === "change" && <ChangeDialog {...dialog} />}
      {action === "password" && <PasswordDialog {...dialog} />}
      {action === "code" && <ResetCodeDialog {...dialog} />}
      {action === "signature" && <SignatureDialog {...dialog} />}
      {action === "disable" && <DisableDialog {...dialog} />}
      {action === "enable" && <EnableDialog {...dialog} />}
    </>
  );
}

interface DialogProps {
  readonly operative: Operative;
  readonly onClose: () => void;
}

/**
 * Shows the code once: closing the dialog forgets it. If somebody else makes a code, before or after, that is shown.
 */
function ResetCodeDialog({ operative, onClose }: DialogProps) {
  const { fieldOperativeId, name, resetCodeMadeOn: now = null } = operative;
  const [seen, setSeen] = useState(now);
  const reload = useReload();
  const make = useAction({
    mutationFn: async (resetCodeMadeOn: string | null) => {
      const answer = await request(makeResetCode, {
        params: { fieldOperativeId },
        body: { expected: { resetCodeMadeOn } },
      });
      await reload();
      return answer;
    },
    onError: reload,
  });
  // A code that is used or has expired is none that another one ends.
  const isOther = now !== null && now !== seen && !make.isPending;
  const isStale = isOther && !make.isSuccess;
  const isReplaced = isOther && make.data !== undefined && now !== make.data.madeOn;
  return (
    <ConfirmDialog
      title={`A code for ${name}`}
      confirm={make.isSuccess || isStale ? null : "Make code"}
      isPending={make.isPending}
      onConfirm={() => make.mutate(seen)}
      onClose={onClose}
    >
      {isStale && (
        <ChangedSinceNotice
          title={texts.meanwhile}
          lines={[texts.madeOn(formatTime(now))]}
          goOn={texts.goOn}
          onGoOn={() => {
            setSeen(now);
            make.mutate(now);
          }}
        />
      )}
      {isReplaced && (
        <Alert role="alert" color="var(--danger)" variant="outline" title={texts.replaced} />
      )}
      {make.data ? (
        <div role="status">
          <p className={styles.code}>{make.data.code}</p>
          {!isReplaced && (
            <p>
              Read it out now: it is not shown again. It works once, for five tries, until{" "}
              {formatTime(make.data.expiresOn)}, and only on a phone that is registered for {name}.
            </p>
          )}
        </div>
      ) : (
        <List>
          <List.Item>Make sure who is calling before you read it out.</List.Item>
          <List.Item>With the code {name} sets another PIN.</List.Item>
          {!isStale && (
            <List.Item>
              {now === null ? texts.lastOne : texts.lastOneMadeAt(formatTime(now))}
            </List.Item>
          )}
        </List>
      )}
      {make.error && !isStale && <ErrorNotice error={make.error} />}
    </ConfirmDialog>
  );
}

function SignatureDialog({ operative: { fieldOperativeId, name }, onClose }: DialogProps) {
  const ask = useAction({
    mutationFn: () => request(requestSignature, { params: { fieldOperativeId } }),
    onSuccess: () => {
      notifications.show({ color: "green", message: `${name} is asked for a signature` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Ask ${name} for a signature?`}
      confirm="Ask for signature"
      isPending={ask.isPending}
      onConfirm={() => ask.mutate()}
      onClose={onClose}
    >
      <p>At the next sign-in the app asks for a new signature. Documents use it from then on.</p>
      {ask.error && <ErrorNotice error={ask.error} />}
    </ConfirmDialog>
  );
}

function DisableDialog({ operative: { fieldOperativeId, name }, onClose }: DialogProps) {
  const [wipeDevices, setWipeDevices] = useState(false);
  const may = useMay();
  const reload = useReload();
  const disable = useAction({
    mutationFn: async () => {
      await request(disableOperative, { params: { fieldOperativeId }, body: { wipeDevices } });
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
        <List.Item>All sign-ins end, and the phones show the locked screen.</List.Item>
        <List.Item>What was recorded before still arrives, and is marked.</List.Item>
        <List.Item>What is recorded from now on is stored, and changes nothing.</List.Item>
        <List.Item>Jobs that {name} has stay assigned: move them to somebody else.</List.Item>
      </List>
      {may(wipeDevice) && (
        <Checkbox
          label="Also wipe the phones: they send what they have, and then delete it"
          checked={wipeDevices}
          onChange={({ currentTarget }) => setWipeDevices(currentTarget.checked)}
        />
      )}
      {disable.error && <ErrorNotice error={disable.error} />}
    </ConfirmDialog>
  );
}

function EnableDialog({ operative: { fieldOperativeId, name }, onClose }: DialogProps) {
  const [acceptRecorded, setAcceptRecorded] = useState(false);
  const reload = useReload();
  const enable = useAction({
    mutationFn: async () => {
      const answer = await request(enableOperative, {
        params: { fieldOperativeId },
        body: { acceptRecorded },
      });
      await reload();
      return answer;
    },
    onSuccess: ({ accepted = 0 }) => {
      notifications.show({
        color: "green",
        message: `The account of ${name} is enabled${accepted > 0 ? `, and ${accepted} messages took effect` : ""}`,
      });
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
      <p>{name} can work again after signing in.</p>
      <Checkbox
        label="What the phones recorded while it was disabled takes effect now"
        description="Choose this if the account was disabled by mistake."
        checked={acceptRecorded}
        onChange={({ currentTarget }) => setAcceptRecorded(currentTarget.checked)}
      />
      {enable.error && <ErrorNotice error={enable.error} />}
    </ConfirmDialog>
  );
}
