import { asc, eq, ne, sql } from "drizzle-orm";
import type { CallAnswer, CallBody, getServiceLevel } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { endOfLondonDay, serviceLevelDays } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { client } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

export type ClientRow = typeof client.$inferSelect;

/** All clients by name. */
export function readClients({ orm }: Database): Promise<ClientRow[]> {
  return orm.select().from(client).orderBy(asc(client.name), asc(client.clientId));
}

/** A client; null: unknown. */
export async function findClient(orm: Orm, clientId: number): Promise<ClientRow | null> {
  const [row] = await orm.select().from(client).where(eq(client.clientId, clientId));
  return row ?? null;
}

/** Stores a client. Priorities are read by their id alone, so no two clients may have the same priority id. */
export async function putClient(
  { orm, record }: Change,
  clientId: number,
  body: CallBody<typeof office.putClient>,
): Promise<CallAnswer<typeof office.putClient> | Refusal> {
  await orm.execute(sql`lock table ${client} in share row exclusive mode`);
  const others = await orm.select().from(client).where(ne(client.clientId, clientId));
  const taken = new Set(
    others.flatMap(({ priorities }) => priorities.map(({ priorityId }) => priorityId)),
  );
  for (const { priorityId } of body.priorities) {
    if (taken.has(priorityId))
      return refuse("conflict", { detail: `Another priority already has the id ${priorityId}` });
    taken.add(priorityId);
  }
  const before = await findClient(orm, clientId);
  const after = { clientId, ...body };
  await orm.insert(client).values(after).onConflictDoUpdate({ target: client.clientId, set: body });
  record({
    action: before ? "client-changed" : "client-added",
    objectType: "client",
    objectId: String(clientId),
    before: before ?? {},
    after,
  });
  return after;
}

/** Null when no client has the priority. */
export async function findServiceLevel(
  database: Database,
  priorityId: number,
  received: Date,
): Promise<CallAnswer<typeof getServiceLevel> | null> {
  const clients = await readClients(database);
  const priority = clients
    .flatMap(({ priorities }) => priorities)
    .find((each) => each.priorityId === priorityId);
  return priority ? computeTargets(priority, received) : null;
}

/** The ends of the days until which a job has to be answered and completed, counted from when it was received. */
export function computeTargets(priority: ClientRow["priorities"][number], received: Date) {
  const { targetResponseDay, targetCompletionDay } = serviceLevelDays(received, priority);
  return {
    targetResponseDateTime: endOfLondonDay(targetResponseDay).toISOString(),
    targetCompletionDateTime: endOfLondonDay(targetCompletionDay).toISOString(),
  };
}
