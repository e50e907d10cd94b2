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

/** Whether a wipe is asked for that is not confirmed: the phone has not begun it, deletes, or has reported it without proof. */
export function isToBeWiped({ wipe }: Device): boolean {
  return wipe !== null && wipe.state !== "confirmed";
}
