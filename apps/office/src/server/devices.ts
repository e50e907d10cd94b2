import type { CallAnswer } from "@fieldfare/contract";
import { listDevices } from "@fieldfare/contract/office";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

export type Device = CallAnswer<typeof listDevices>[number];

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: ({ signal }) => request(listDevices, { signal }),
});

/** Loads the phones of all engineers, again every 30 seconds. */
export function useDevices() {
  return useQuery({ ...devicesQuery, refetchInterval: 30_000 });
}

/** Returns the name that the office gave the phone, else its model. Without both it is "Device without a name". */
export function describeDevice({ name, model }: Device): string {
  return name ?? model ?? "Device without a name";
}

type WipeState = NonNullable<Device["wipe"]>["state"];

const requested = "A wipe of this phone is requested";
const wipeTexts: Readonly<Record<WipeState, string | null>> = {
  requested,
  sending: requested,
  wiping: "The phone has begun to delete everything",
  unproven: "A wipe of this phone is requested, and was reported without proof",
  confirmed: null,
};

/** Says how far a wipe is that is not confirmed; null: there is none. */
export function describeWipe({ wipe }: Device): string | null {
  return wipe === null ? null : wipeTexts[wipe.state];
}

/** Whether asking for a wipe changes anything: the phone has not begun, and what it cannot send is not given up yet. */
export function isWipeOffered({ wipe }: Device): boolean {
  if (wipe === null) return true;
  return wipe.state !== "confirmed" && wipe.state !== "wiping" && !wipe.withoutSending;
}

/** Whether a wipe is asked for that is not confirmed: the phone has not begun it, deletes, or has reported it without proof. */
export function isToBeWiped({ wipe }: Device): boolean {
  return wipe !== null && wipe.state !== "confirmed";
}
