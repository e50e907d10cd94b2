import type { CallAnswer } from "@fieldfare/contract";
import {
  hasPermission,
  listApiClients,
  officePermissionNames,
  permissionString,
} from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

export type ApiClient = CallAnswer<typeof listApiClients>[number];
export type Secret = ApiClient["secrets"][number];

/** What a machine may be allowed. */
export const clientPermissions = officePermissionNames
  .filter((name) => hasPermission("integration", name))
  .map((name) => ({ name, text: permissionString(name) }));

/** Loads the API clients, revoked ones too. Of their secrets it has the dates and not the texts. */
export function useApiClients() {
  return useQuery({
    queryKey: ["api-clients"],
    queryFn: ({ signal }) => request(listApiClients, { signal }),
  });
}

/** Reads a machine as it is now; null: there is none. */
export async function readApiClient(clientId: string): Promise<ApiClient | null> {
  const clients = await request(listApiClients, {});
  return clients.find((client) => client.clientId === clientId) ?? null;
}

/** Returns a function that loads the API clients again. Its promise resolves when they are loaded. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["api-clients"] });
}
