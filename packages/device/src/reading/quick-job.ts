import {
  type CallAnswer,
  getClientContracts,
  getClientJobPriorities,
  listClients,
} from "@fieldfare/contract";
import type { Device } from "../device.ts";
import { readLastSeen } from "./last-seen.ts";

export type Client = CallAnswer<typeof listClients>[number];
export type ClientPriority = CallAnswer<typeof getClientJobPriorities>[number];
export type ContractSor = CallAnswer<typeof getClientContracts>[number]["sors"][number];

export const clientsName = "clients";
/** Names what the server last said of the priorities of one client. */
export const prioritiesName = (clientId: number) => `priorities:${clientId}`;
/** Names what the server last said of the contracts of one client. */
export const contractsName = (clientId: number) => `contracts:${clientId}`;

/** Reads the clients as the server last listed them. Undefined when it never did on this device. */
export async function readClients(device: Device): Promise<readonly Client[] | undefined> {
  return (await readLastSeen(device, clientsName, listClients.response))?.value;
}

/** Reads a client's priorities as the server last listed them. Undefined when it never did. */
export async function readPriorities(
  device: Device,
  clientId: number,
): Promise<readonly ClientPriority[] | undefined> {
  const seen = await readLastSeen(
    device,
    prioritiesName(clientId),
    getClientJobPriorities.response,
  );
  return seen?.value;
}

/** Reads the SORs of all of a client's contracts. */
export async function readContractSors(
  device: Device,
  clientId: number,
): Promise<readonly ContractSor[] | undefined> {
  const seen = await readLastSeen(device, contractsName(clientId), getClientContracts.response);
  return seen?.value.flatMap(({ sors }) => sors);
}

/**
 * Reads the client's contracts as the server last listed them. A new property comes under all of
 * them.
 */
export async function readContractIds(device: Device, clientId: number): Promise<number[]> {
  const seen = await readLastSeen(device, contractsName(clientId), getClientContracts.response);
  return (seen?.value ?? []).map(({ contractId }) => contractId).slice(0, 100);
}
