import {
  type CallAnswer,
  getClientContracts,
  getClientJobPriorities,
  listClients,
  z,
} from "@fieldfare/contract";
import { isQuickJobBegun } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { readDraft } from "../drafts/drafts.ts";
import { readLastSeen } from "./last-seen.ts";

export type Client = CallAnswer<typeof listClients>[number];
export type ClientPriority = CallAnswer<typeof getClientJobPriorities>[number];
export type ContractSor = CallAnswer<typeof getClientContracts>[number]["sors"][number];

export const clientsName = "clients";
export const prioritiesName = (clientId: number) => `priorities:${clientId}`;
export const contractsName = (clientId: number) => `contracts:${clientId}`;

/** Reads the clients as the server last listed them. Undefined when it never did on this device. */
export async function readClients(device: Device): Promise<readonly Client[] | undefined> {
  return (await readLastSeen(device, clientsName, listClients.response))?.value;
}

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

const quickJobDraft = z.object({ property: z.nullable(z.unknown()), isNewProperty: z.boolean() });

/** True when a quick job was begun and is not saved yet. */
export async function readQuickJobBegun(device: Device): Promise<boolean> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return false;
  const draft = quickJobDraft.safeParse(await readDraft(device, ownerId, "quick-job"));
  return draft.success && isQuickJobBegun(draft.data);
}

const quickJobIds = z.object({ ids: z.object({ jobId: z.string() }) });

/** Reads the id under which the engineer's quick job is saved; null if none was begun. */
export async function readQuickJobId(device: Device): Promise<string | null> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return null;
  const draft = quickJobIds.safeParse(await readDraft(device, ownerId, "quick-job"));
  return draft.success ? draft.data.ids.jobId : null;
}
