import { inArray, sql } from "drizzle-orm";
import { dataSets, z } from "@fieldfare/contract";
import type { Client } from "@fieldfare/contract/office";
import type { ReferenceRow } from "@fieldfare/domain";
import type { Orm } from "../../../database/database.ts";
import { client, dataRow } from "../../../database/schema.ts";
import { createSmallStore } from "./small-store.ts";
import type { ReferenceStore, RowChange } from "./store.ts";

type ClientTable = "clients" | "contracts" | "contract-sors" | "priorities";
type Contract = Client["contracts"][number];

/** Clients by id, as they are while a change is prepared. */
type Clients = Map<number, Client>;

/** Clients, and the rows that are stored inside of them: contracts with their SORs, and priorities. */
export function createClientStore(table: ClientTable): ReferenceStore {
  const { flatten, apply } = parts[table];
  return createSmallStore(table, {
    readAll: async (orm) => (await orm.select().from(client)).flatMap(flatten),
    async openWriter(orm) {
      await orm.execute(sql`lock table ${client} in share row exclusive mode`);
      return async (changes) => {
        const before = new Map((await orm.select().from(client)).map((row) => [row.clientId, row]));
        const sorCodes = table === "contract-sors" ? await readSorCodes(orm, changes) : new Map();
        const after: Clients = new Map(before);
        for (const change of changes) apply(after, change, sorCodes);
        await storeClients(orm, before, after);
      };
    },
  });
}

interface Part {
  readonly flatten: (row: Client) => ReferenceRow[];
  /** Changes the map, never a client in it. */
  readonly apply: (clients: Clients, change: RowChange, sorCodes: Map<number, string>) => void;
}

const parts: Record<ClientTable, Part> = {
  clients: {
    flatten: ({ clientId, name }) => [{ clientId, name }],
    apply(clients, { before, after }) {
      if (!after) {
        clients.delete(Number(before?.["clientId"]));
        return;
      }
      const clientId = Number(after["clientId"]);
      const present = clients.get(clientId) ?? { contracts: [], priorities: [] };
      clients.set(clientId, { ...present, clientId, name: String(after["name"]) });
    },
  },
  contracts: {
    flatten: ({ clientId, contracts }) =>
      contracts.map(({ contractId, name, jobDetailTypeIds }) => ({
        contractId,
        clientId,
        name,
        jobDetailTypeIds: jobDetailTypeIds?.length ? jobDetailTypeIds : null,
      })),
    apply(clients, { before, after }) {
      const contractId = Number((after ?? before)?.["contractId"]);
      changeClient(clients, after ?? before, (row) => ({
        ...row,
        contracts: replace(
          row.contracts,
          (each) => each.contractId === contractId,
          after &&
            ((contract) => {
              const types = after["jobDetailTypeIds"];
              const { jobDetailTypeIds: _types, ...rest } = contract ?? { sors: [] };
              return {
                ...rest,
                contractId,
                name: String(after["name"]),
                ...(isNumbers(types) && { jobDetailTypeIds: [...types] }),
              };
            }),
        ),
      }));
    },
  },
  "contract-sors": {
    flatten: ({ contracts }) =>
      contracts.flatMap(({ contractId, sors }) =>
        sors.map(({ sorPriceId, sorCodeId, shortDescription }) => ({
          sorPriceId,
          contractId,
          sorCodeId,
          shortDescription,
        })),
      ),
    apply(clients, { before, after }, sorCodes) {
      const row = after ?? before;
      const sorPriceId = Number(row?.["sorPriceId"]);
      const owner = [...clients.values()].find(({ contracts }) =>
        contracts.some(({ contractId }) => contractId === row?.["contractId"]),
      );
      changeClient(clients, { clientId: owner?.clientId ?? null }, (present) => ({
        ...present,
        contracts: present.contracts.map((contract) => {
          if (contract.contractId !== row?.["contractId"]) return contract;
          const change =
            after &&
            ((sor: Contract["sors"][number] | undefined) => {
              const sorCodeId = Number(after["sorCodeId"]);
              const isSame = sor?.sorCodeId === sorCodeId;
              return {
                sorPriceId,
                sorCodeId,
                sorCode: isSame ? sor.sorCode : (sorCodes.get(sorCodeId) ?? ""),
                shortDescription: String(after["shortDescription"]),
              };
            });
          return {
            ...contract,
            sors: replace(contract.sors, (each) => each.sorPriceId === sorPriceId, change),
          };
        }),
      }));
    },
  },
  priorities: {
    flatten: ({ clientId, priorities }) =>
      priorities.map((priority) => ({ clientId, ...priority })),
    apply(clients, { before, after }) {
      const priorityId = Number((after ?? before)?.["priorityId"]);
      changeClient(clients, after ?? before, (row) => ({
        ...row,
        priorities: replace(
          row.priorities,
          (each) => each.priorityId === priorityId,
          after &&
            (() => {
              const { description } = after;
              return {
                priorityId,
                name: String(after["name"]),
                description: typeof description === "string" ? description : null,
                responseDays: Number(after["responseDays"]),
                completionDays: Number(after["completionDays"]),
              };
            }),
        ),
      }));
    },
  },
};

function changeClient(
  clients: Clients,
  row: ReferenceRow | null,
  change: (client: Client) => Client,
): void {
  const present = clients.get(Number(row?.["clientId"]));
  if (present) clients.set(present.clientId, change(present));
}

/** Replaces an entry where it is, or adds it at the end. Null: it is left out. */
function replace<Entry>(
  entries: readonly Entry[],
  isIt: (entry: Entry) => boolean,
  change: ((entry: Entry | undefined) => Entry) | null,
): Entry[] {
  if (!change) return entries.filter((entry) => !isIt(entry));
  return entries.some(isIt)
    ? entries.map((entry) => (isIt(entry) ? change(entry) : entry))
    : [...entries, change(undefined)];
}

async function storeClients(
  orm: Orm,
  before: ReadonlyMap<number, Client>,
  after: ReadonlyMap<number, Client>,
): Promise<void> {
  const gone = [...before.keys()].filter((clientId) => !after.has(clientId));
  if (gone.length > 0) await orm.delete(client).where(inArray(client.clientId, gone));
  for (const row of after.values()) {
    if (row === before.get(row.clientId)) continue;
    const { clientId: _id, ...rest } = row;
    await orm.insert(client).values(row).onConflictDoUpdate({ target: client.clientId, set: rest });
  }
}

/** Reads the codes of the SORs that the changes name. */
async function readSorCodes(orm: Orm, changes: readonly RowChange[]): Promise<Map<number, string>> {
  const ids = [...new Set(changes.map(({ after }) => String(after?.["sorCodeId"])))];
  const rows = await orm
    .select({ row: dataRow.row })
    .from(dataRow)
    .where(sql`type = 'Sor' and not deleted and row_id = any(${sql.param(ids)}::text[])`);
  const sors = rows.map(({ row }) => z.parse(dataSets.Sor.row, row));
  return new Map(sors.map(({ sorCodeId, code }) => [sorCodeId, code]));
}

function isNumbers(value: ReferenceRow[string] | undefined): value is readonly number[] {
  return Array.isArray(value);
}
