import { Group, Title } from "@mantine/core";
import { describeDevice, type Device } from "../../server/devices.ts";
import { formatAge, formatMoment } from "../../ui/dates.ts";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { useNow } from "../../ui/use-now.ts";
import { DeviceActions } from "./device-actions.tsx";
import styles from "./device-card.module.css";
import { DeviceState, UnsentWork } from "./device-state.tsx";
import type { Operative } from "./queries.ts";
import { strings } from "./strings.ts";

interface DeviceCardProps {
  readonly device: Device;
  readonly engineer: Operative;
}

/** Shows a phone's state, app version, last contact and unsent work, with the actions for it. */
export function DeviceCard({ device, engineer }: DeviceCardProps) {
  const now = useNow();
  const { name, model, appVersion, lastContactOn, installedOn, wipe } = device;
  return (
    <article className={styles.card} aria-label={describeDevice(device)}>
      <Group mb="sm">
        <Title order={3} size="h5">
          {describeDevice(device)}
        </Title>
        <DeviceState device={device} isDisabled={engineer.disabledOn !== null} />
      </Group>
      <Facts
        facts={[
          ["Model", name === null ? null : model],
          [strings.version, appVersion],
          [
            strings.lastContact,
            lastContactOn === null
              ? strings.never
              : `${formatAge(lastContactOn, now)} (${formatMoment(lastContactOn)})`,
          ],
          [strings.unsent, <UnsentWork key="unsent" device={device} now={now} />],
          ["Installed", formatMoment(installedOn)],
          ...describeWipe(wipe),
        ]}
      />
      <DeviceActions device={device} engineerName={engineer.name} />
    </article>
  );
}

function describeWipe(wipe: Device["wipe"]): Fact[] {
  if (!wipe) return [];
  const problems = wipe.problems.map(({ code, detail }) => detail ?? code).join("; ");
  const { messages, drafts } = wipe.unsent;
  const isLost = wipe.state === "wiping" || wipe.state === "confirmed";
  return [
    ["Wipe requested", formatMoment(wipe.requestedOn)],
    ["Wipe", wipe.withoutSending ? "Deletes also what cannot be sent" : "Sends first"],
    [
      isLost ? "Lost with the wipe" : "Not sent yet",
      messages === null ? null : strings.messages(messages),
    ],
    [
      isLost ? "Drafts deleted" : "Drafts, which are not sent",
      drafts === null ? null : strings.drafts(drafts),
    ],
    ["Not confirmed because", wipe.state === "unproven" ? strings.unprovenWipe : null],
    ["It cannot send because of", problems],
    ["Wiped", wipe.confirmedOn && formatMoment(wipe.confirmedOn)],
  ];
}
