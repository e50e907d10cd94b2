import { Text } from "@mantine/core";
import { Pill } from "../../ui/pill.tsx";
import { formatAge, formatMoment } from "../../ui/dates.ts";
import { useNow } from "../../ui/use-now.ts";
import { type Device, isToBeWiped } from "../../server/devices.ts";
import { strings } from "./strings.ts";

/** Milliseconds after which unsent work, or a phone that was not heard of, needs attention. */
const longMs = 24 * 3_600_000;

/**
 * Returns true for a phone that is locked, awaits approval, is being wiped, or has unsent messages and was last heard
 * of more than 24 hours before `now` (ms).
 */
export function needsAttention(device: Device, now: number): boolean {
  const isWaiting = (device.unsentMessages ?? 0) > 0 && isOld(device.lastContactOn, now);
  return device.locked || device.awaitsApproval || isToBeWiped(device) || isWaiting;
}

function isOld(moment: string | null, now: number): boolean {
  return moment === null || now - Date.parse(moment) > longMs;
}

interface DeviceStateProps {
  readonly device: Device;
  /** Whether the account of its engineer is disabled: the phone then shows the locked screen. */
  readonly isDisabled: boolean;
}

/**
 * Shows that the phone is locked, awaits approval or has a wipe, also a finished one; otherwise that it works, or that the
 * account is disabled.
 */
export function DeviceState({ device, isDisabled }: DeviceStateProps) {
  const { locked, awaitsApproval, wipe } = device;
  if (!locked && !awaitsApproval && !wipe)
    return isDisabled ? (
      <Pill tone="danger">{strings.disabled}</Pill>
    ) : (
      <Pill tone="good">{strings.works}</Pill>
    );
  return (
    <>
      {locked && <Pill tone="danger">{strings.locked}</Pill>}{" "}
      {awaitsApproval && <Pill tone="warn">{strings.awaitsApproval}</Pill>}{" "}
      {wipe && (
        <Pill tone={wipe.state === "confirmed" ? "neutral" : "warn"}>
          {strings.wipeStates[wipe.state]}
        </Pill>
      )}
    </>
  );
}

/** Whether a wipe is asked for that the phone has not begun. */
export function isWipeOpen({ wipe }: Device): boolean {
  return wipe?.state === "requested" || wipe?.state === "sending";
}

/** Tells phones apart that have the same name, before something is done to one of them. */
export function DeviceLine({ device }: { readonly device: Device }) {
  const now = useNow();
  const { installedOn, lastContactOn } = device;
  return (
    <Text c="var(--ink-soft)">
      {strings.installed(formatMoment(installedOn))}{" "}
      {lastContactOn === null
        ? strings.neverHeardOf
        : strings.heardOf(formatAge(lastContactOn, now))}{" "}
      {strings.unsent}: <UnsentWork device={device} now={now} />.
    </Text>
  );
}

/** What waits on the phone, and when it said so. */
export function UnsentWork({ device, now }: { readonly device: Device; readonly now: number }) {
  const { unsentMessages, unsentReportedOn } = device;
  if (unsentMessages === null || unsentReportedOn === null) return strings.notSaid;
  const age = formatAge(unsentReportedOn, now);
  if (unsentMessages === 0) return strings.nothingWaits(age);
  const isLong = isOld(unsentReportedOn, now);
  return (
    <>
      <Pill tone={isLong ? "danger" : "warn"}>{strings.waits(unsentMessages)}</Pill> {age}
    </>
  );
}
