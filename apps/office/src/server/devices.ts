import type { CallAnswer } from "@fieldfare/contract";
import { listDevices } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

export type Device = CallAnswer<typeof listDevices>[number];

export function useDevices() {
  return useQuery({
    queryKey: ["devices"],
    queryFn: ({ signal }) => request(listDevices, { signal }),
    refetchInterval: 30_000,
  });
}

export function describeDevice({ name, model }: Device): string {
  return name ?? model ?? "Device without a name";
}
