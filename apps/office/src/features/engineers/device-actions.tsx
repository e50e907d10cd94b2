import { Alert, Button, Group, List, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  approveDevice,
  listDeviceLog,
  lockDevice,
  nameDevice,
  unlockDevice,
  wipeDevice,
  withdrawWipe,
} from "@fieldfare/contract/office";
import { type ReactNode, useState } from "react";
import { useMay } from "../../server/account.ts";
import {
  describeDevice,
  describeWipe,
  type Device,
  isToBeWiped,
  isWipeOffered,
} from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DeviceLine, isWipeOpen } from "./device-state.tsx";
import { LogDialog } from "./log-dialog.tsx";
import { useReload } from "./queries.ts";
import { strings } from "./strings.ts";
import { WipeDialog } from "./wipe-dialog.tsx";

interface DeviceActionsProps {
  readonly device: Device;
  readonly engineerName: string;
}

type Action = "log" | "lock" | "unlock" | "lockOut" | "approve" | "name" | "wipe" | "withdraw";

/**
 * The buttons for a phone: approve, lock or unlock, end a lock-out, name, log and wipe. Only what the user may do is shown, and what the
 * phone's state allows.
 */
export function DeviceActions({ device, engineerName }: DeviceActionsProps) {
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const may = useMay();
  const isWiped = device.wipe?.state === "confirmed";
  return (
    <Group mt="md" gap="xs">
      {device.awaitsApproval && may(approveDevice) && (
        <Button onClick={() => setAction("approve")}>Approve</Button>
      )}
      {device.locked && !isWiped && may(unlockDevice) && (
        <Button variant="default" onClick={() => setAction("unlock")}>
          Unlock
        </Button>
      )}
      {!device.locked && may(lockDevice) && (
        <Button variant="default" onClick={() => setAction("lock")}>
          Lock
        </Button>
      )}
      {!device.locked && !device.awaitsApproval && !isWiped && may(unlockDevice) && (
        <Button variant="default" onClick={() => setAction("lockOut")}>
          {strings.endLockOut}
        </Button>
      )}
      {may(nameDevice) && (
        <Button variant="default" onClick={() => setAction("name")}>
          Name
        </Button>
      )}
      {may(listDeviceLog) && (
        <Button variant="default" onClick={() => setAction("log")}>
          {strings.log.open}
        </Button>
      )}
      {isWipeOpen(device) && may(withdrawWipe) && (
        <Button variant="default" onClick={() => setAction("withdraw")}>
          {strings.withdrawWipe}
        </Button>
      )}
      {isWipeOffered(device) && may(wipeDevice) && (
        <Button variant="default" onClick={() => setAction("wipe")}>
          {isWipeOpen(device) ? strings.wipeWithoutSending : "Wipe"}
        </Button>
      )}
      {action === "log" && (
        <LogDialog
          title={strings.log.ofDevice(describeDevice(device))}
          source={{ deviceId: device.deviceId }}
          onClose={close}
        />
      )}
      {action === "name" && <NameDialog device={device} onClose={close} />}
      {action === "wipe" && (
        <WipeDialog device={device} engineerName={engineerName} onClose={close} />
      )}
      {(action === "lock" ||
        action === "unlock" ||
        action === "lockOut" ||
        action === "approve" ||
        action === "withdraw") && (
        <SimpleDialog
          key={action}
          action={action}
          device={device}
          engineerName={engineerName}
          onWithdraw={() => setAction("withdraw")}
          onClose={close}
        />
      )}
    </Group>
  );
}

const simpleActions = {
  lock: {
    call: lockDevice,
    title: (device: string) => `Lock ${device}?`,
    confirm: "Lock device",
    isDestructive: true,
    consequences: (engineer: string, isToBeWiped: boolean): ReactNode => (
      <List>
        <List.Item>The phone shows nothing any more, and receives nothing.</List.Item>
        {!isToBeWiped && (
          <>
            <List.Item>
              What {engineer} has recorded stays on it, and still arrives: it is marked as recorded
              on a locked device.
            </List.Item>
            <List.Item>
              What is recorded in a visit that has not ended is on this phone alone until the visit
              ends, and the visit can only go on after you have unlocked it.
            </List.Item>
          </>
        )}
        <List.Item>
          Every sign-in on it ends. The phone hears of it within a minute of being online.
        </List.Item>
        {!isToBeWiped && <List.Item>You can unlock it at any time.</List.Item>}
      </List>
    ),
    despiteWipe: strings.wipeDespite.lock,
    result: (device: string) => `${device} is locked`,
    isDone: ({ locked }: Device) => locked,
    done: strings.alreadyDone.lock,
  },
  unlock: {
    call: unlockDevice,
    title: (device: string) => `Unlock ${device}?`,
    confirm: "Unlock device",
    isDestructive: false,
    consequences: (engineer: string, isToBeWiped: boolean): ReactNode => (
      <List>
        {!isToBeWiped && (
          <List.Item>
            The phone shows everything again. {engineer} has to sign in again: until then what it
            sends is marked, and after a quarter of an hour it receives nothing.
          </List.Item>
        )}
        <List.Item>Lock-outs after wrong PINs and passwords end too.</List.Item>
        <List.Item>The phone hears of it within a minute of being online.</List.Item>
      </List>
    ),
    despiteWipe: strings.wipeDespite.unlock,
    result: (device: string) => `${device} is unlocked`,
    isDone: ({ locked }: Device) => !locked,
    done: strings.alreadyDone.unlock,
  },
  lockOut: {
    call: unlockDevice,
    title: (device: string) => `Let ${device} take a PIN again?`,
    confirm: strings.endLockOut,
    isDestructive: false,
    consequences: (engineer: string): ReactNode => (
      <List>
        <List.Item>
          After six wrong PINs or passwords a phone waits before it takes another one. This ends the
          wait.
        </List.Item>
        <List.Item>
          {engineer} still needs the right one. Make a code for a forgotten PIN if it is forgotten.
        </List.Item>
        <List.Item>The phone hears of it within a minute of being online.</List.Item>
      </List>
    ),
    despiteWipe: null,
    result: (device: string) => `${device} takes a PIN again`,
    // A phone that a colleague has locked stays locked.
    isDone: ({ locked }: Device) => locked,
    done: strings.alreadyDone.lock,
  },
  approve: {
    call: approveDevice,
    title: (device: string) => `Approve ${device}?`,
    confirm: "Approve device",
    isDestructive: false,
    consequences: (engineer: string): ReactNode => (
      <List>
        <List.Item>{engineer} can work on this further phone from now on.</List.Item>
        <List.Item>Make sure that it is theirs: ask by telephone.</List.Item>
      </List>
    ),
    despiteWipe: null,
    result: (device: string) => `${device} is approved`,
    isDone: ({ awaitsApproval }: Device) => !awaitsApproval,
    done: strings.alreadyDone.approve,
  },
  withdraw: {
    call: withdrawWipe,
    title: (device: string) => `Withdraw the wipe of ${device}?`,
    confirm: strings.withdrawWipe,
    isDestructive: false,
    consequences: (engineer: string): ReactNode => (
      <List>
        <List.Item>Nothing is deleted. {engineer} can go on with the work on this phone.</List.Item>
        <List.Item>
          A phone that has already handed over its visits works again within a minute of being
          online, after {engineer} has signed in.
        </List.Item>
        <List.Item>A phone that is locked stays locked.</List.Item>
      </List>
    ),
    despiteWipe: null,
    result: (device: string) => `The wipe of ${device} is withdrawn`,
    isDone: (device: Device) => !isWipeOpen(device),
    done: strings.alreadyDone.withdraw,
  },
} as const;

interface SimpleDialogProps extends DeviceActionsProps {
  readonly action: keyof typeof simpleActions;
  /** Opens the dialog that withdraws the wipe of the phone instead. */
  readonly onWithdraw: () => void;
  readonly onClose: () => void;
}

function SimpleDialog({ action, device, engineerName, onWithdraw, onClose }: SimpleDialogProps) {
  const { title, confirm, isDestructive, consequences, despiteWipe, result, isDone, done } =
    simpleActions[action];
  const name = describeDevice(device);
  const reload = useReload();
  const run = useAction({
    mutationFn: async () => {
      const params = { deviceId: device.deviceId };
      if (action === "lockOut")
        await request(unlockDevice, { params, query: { expectedLocked: "no" } });
      else await request(simpleActions[action].call, { params });
      await reload();
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: result(name) });
      onClose();
    },
    onError: reload,
  });
  const isDoneByOther = isDone(device) && !run.isPending && !run.isSuccess;
  return (
    <ConfirmDialog
      title={title(name)}
      confirm={isDoneByOther ? null : confirm}
      isDestructive={isDestructive}
      isPending={run.isPending}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      <DeviceLine device={device} />
      {despiteWipe !== null && (
        <WipeNotice device={device} despite={despiteWipe} onWithdraw={onWithdraw} />
      )}
      {isDoneByOther ? (
        <Alert role="alert" color="var(--warn)" variant="outline" title={done} />
      ) : (
        consequences(engineerName, isToBeWiped(device))
      )}
      {run.error && <ErrorNotice error={run.error} />}
    </ConfirmDialog>
  );
}

interface WipeNoticeProps {
  readonly device: Device;
  /** That what the dialog does changes nothing about the wipe. */
  readonly despite: string;
  readonly onWithdraw: () => void;
}

/** Says that the phone is going to be wiped, and leads to the way to prevent that while there is one. */
function WipeNotice({ device, despite, onWithdraw }: WipeNoticeProps) {
  const may = useMay();
  const wipe = describeWipe(device);
  if (wipe === null) return null;
  const isOpen = isWipeOpen(device);
  return (
    <Alert color="var(--danger)" variant="outline" title={wipe}>
      {isOpen && strings.wipeFollows(device.wipe?.withoutSending === true)} {despite}
      {isOpen && may(withdrawWipe) && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onWithdraw}>
            {strings.withdrawWipe}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

interface NameDialogProps {
  /** The phone as now: it is loaded again while the dialog is open. */
  readonly device: Device;
  readonly onClose: () => void;
}

/** Names a phone. If somebody else names it meanwhile, that is shown and what is typed stays. */
function NameDialog({ device, onClose }: NameDialogProps) {
  const [seen, setSeen] = useState(device.name);
  const [name, setName] = useState(device.name ?? "");
  const wanted = name.trim() || null;
  const reload = useReload();
  const save = useAction({
    mutationFn: async () => {
      const { deviceId } = device;
      await request(nameDevice, {
        params: { deviceId },
        body: { name: wanted, expected: { name: seen } },
      });
      await reload();
    },
    onSuccess: onClose,
    onError: reload,
  });
  const isChanged = device.name !== seen && device.name !== wanted && !save.isSuccess;
  return (
    <ConfirmDialog
      title="Name of the device"
      confirm="Save name"
      isPending={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <DeviceLine device={device} />
      {isChanged && !save.isPending && (
        <ChangedSinceNotice
          title={strings.name.meanwhile}
          lines={[strings.name.isNow(device.name)]}
          goOn={strings.form.goOn}
          onGoOn={() => {
            setSeen(device.name);
            save.reset();
          }}
        />
      )}
      <TextInput
        label="Name"
        description="Such as Van 12. Empty: the model is shown."
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      {save.error && !(isConflict(save.error) && isChanged) && <ErrorNotice error={save.error} />}
    </ConfirmDialog>
  );
}
