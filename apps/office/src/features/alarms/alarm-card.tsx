import { Button, Group, List, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { listAudit, listJobs, lockDevice, queueCommand, readJob } from "@fieldfare/contract/office";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { AskPhoneDialog } from "../../server/ask-phone/ask-phone-dialog.tsx";
import { describeDevice, type Device, describeWipe } from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatAge, formatMoment } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";
import styles from "./alarms-screen.module.css";
import { type Alarm, describeAlarm } from "./describe-alarm.ts";

interface AlarmCardProps {
  readonly alarm: Alarm;
  /** The phone that it is about, if the office still knows it. */
  readonly device: Device | undefined;
  readonly now: number;
}

/** What happened, what to do about it, and the actions that do it. */
export function AlarmCard({ alarm, device, now }: AlarmCardProps) {
  const described = describeAlarm(alarm);
  const { title, text, advice, fieldOperativeId } = described;
  const engineerName = useOperativeName();
  const name = fieldOperativeId ?? device?.fieldOperativeId ?? null;
  return (
    <article className={styles.alarm} aria-label={title}>
      <Group gap="xs" mb={4}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {alarm.isSettled && <Pill tone="neutral">Settled</Pill>}
        {device?.locked === true && <Pill tone="neutral">The phone is locked</Pill>}
        <Text c="dimmed" className={styles.when} title={formatMoment(alarm.raisedOn)}>
          {formatAge(alarm.raisedOn, now)}, {formatMoment(alarm.raisedOn)}
        </Text>
      </Group>
      <p className={styles.text}>
        {name !== null && (
          <>
            <AnchorLink
              to="/engineers/$fieldOperativeId"
              params={{ fieldOperativeId: name }}
              underline="always"
            >
              {engineerName(name) || "This engineer"}
            </AnchorLink>
            {device && `, ${describeDevice(device)}`}.{" "}
          </>
        )}
        {text}
      </p>
      <p className={styles.text}>
        <strong>What to do:</strong> {advice}
      </p>
      <Remedies described={described} device={device} engineerId={name} />
    </article>
  );
}

interface RemediesProps {
  readonly described: ReturnType<typeof describeAlarm>;
  readonly device: Device | undefined;
  readonly engineerId: string | null;
}

function Remedies({ described, device, engineerId }: RemediesProps) {
  const { remedies, jobId, formattedJobId, openVisits } = described;
  const may = useMay();
  const engineerName = useOperativeName();
  const [action, setAction] = useState<"lock" | "dump" | null>(null);
  const close = () => setAction(null);
  return (
    <Group gap="sm" mt="xs">
      {remedies.includes("lock") && device?.locked === false && may(lockDevice) && (
        <Button size="xs" variant="default" onClick={() => setAction("lock")}>
          Lock the phone
        </Button>
      )}
      {remedies.includes("dump") && engineerId !== null && may(queueCommand) && (
        <Button size="xs" variant="default" onClick={() => setAction("dump")}>
          Ask the phone for a data dump
        </Button>
      )}
      {remedies.includes("homes") && engineerId !== null && may(listAudit) && (
        <AnchorLink to="/audit" search={{ action: "property-read", subject: engineerId }}>
          Read which homes
        </AnchorLink>
      )}
      {remedies.includes("sign-ins") && engineerId !== null && may(listAudit) && (
        <AnchorLink to="/audit" search={{ subject: engineerId }}>
          Read what happened to the account
        </AnchorLink>
      )}
      {/* A job without a reference is no longer stored. */}
      {jobId !== null && formattedJobId !== null && may(readJob) && (
        <AnchorLink to="/jobs/$jobId" params={{ jobId }}>
          Open job {formattedJobId}
        </AnchorLink>
      )}
      {may(listJobs) &&
        openVisits.map((reference) => (
          <AnchorLink key={reference} to="/jobs" search={{ search: reference }}>
            Find {reference}, which was open
          </AnchorLink>
        ))}
      {action === "lock" && device && <LockDialog device={device} onClose={close} />}
      {action === "dump" && engineerId !== null && (
        <AskPhoneDialog
          type="DataDump"
          fieldOperativeId={engineerId}
          name={engineerName(engineerId) || "this engineer"}
          onClose={close}
        />
      )}
    </Group>
  );
}

interface LockDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

function LockDialog({ device, onClose }: LockDialogProps) {
  const name = describeDevice(device);
  const wipe = describeWipe(device);
  const queries = useQueryClient();
  const lock = useAction({
    mutationFn: async () => {
      await request(lockDevice, { params: { deviceId: device.deviceId } });
      await queries.invalidateQueries({ queryKey: ["devices"] });
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: `${name} is locked` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Lock ${name}?`}
      confirm="Lock device"
      isDestructive
      isPending={lock.isPending}
      onConfirm={() => lock.mutate()}
      onClose={onClose}
    >
      <List>
        <List.Item>The phone shows nothing any more, and receives nothing.</List.Item>
        {wipe !== null ? (
          <List.Item>
            {wipe}. Locking the phone does not stop that. The page of {device.operativeName} says
            how far it is.
          </List.Item>
        ) : (
          <>
            <List.Item>
              What {device.operativeName} has recorded stays on it, and still arrives: it is marked.
            </List.Item>
            <List.Item>
              You can unlock it on the page of {device.operativeName} at any time.
            </List.Item>
          </>
        )}
      </List>
      {lock.error && <ErrorNotice error={lock.error} />}
    </ConfirmDialog>
  );
}
