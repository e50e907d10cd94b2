import type { CallAnswer } from "@fieldfare/contract";
import type { listCommands, listExports } from "@fieldfare/contract/office";
import type { Device } from "../../server/devices.ts";

export type Wipeable = Pick<Device, "fieldOperativeId"> & {
  readonly wipe: Pick<NonNullable<Device["wipe"]>, "state"> | null;
};
export type Answerable = Pick<CallAnswer<typeof listCommands>[number], "unanswered">;
export type Exported = Pick<CallAnswer<typeof listExports>[number], "completedOn">;

/** Milliseconds between two readings: while something is expected of a phone, and otherwise. */
const intervals = { expecting: 5_000, otherwise: 30_000 } as const;

const choose = (isExpecting: boolean | undefined) =>
  isExpecting === true ? intervals.expecting : intervals.otherwise;

/** Milliseconds until the devices are read again: a wipe of a phone of this engineer changes its state soon. */
export function intervalOfDevices(
  devices: readonly Wipeable[] | undefined,
  fieldOperativeId: string,
): number {
  const own = devices?.filter((device) => device.fieldOperativeId === fieldOperativeId);
  return choose(
    own?.some(({ wipe }) => ["requested", "sending", "wiping"].includes(wipe?.state ?? "")),
  );
}

/** Milliseconds until the commands are read again: one that waits is answered soon. */
export function intervalOfCommands(commands: readonly Answerable[] | undefined): number {
  return choose(commands?.some(({ unanswered }) => unanswered === "waits"));
}

/** Milliseconds until the exports are read again: one whose pieces are missing, or for which a command waits, arrives soon. */
export function intervalOfExports(
  exports: readonly Exported[] | undefined,
  commands: readonly Answerable[] | undefined,
): number {
  if (exports?.some(({ completedOn }) => completedOn === null)) return intervals.expecting;
  return intervalOfCommands(commands);
}
