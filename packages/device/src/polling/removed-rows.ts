import type { ServerJob } from "@fieldfare/contract";
import { isRecord, readField } from "@fieldfare/domain";
import type { Actor } from "../actions/act.ts";

/**
 * Returns the ids of rows removed on this device: the server hands them out until the message about
 * it has arrived.
 */
export async function readRemovedIds(actor: Actor): Promise<ReadonlySet<string>> {
  const { messageQueue } = actor.unit.database;
  const jobs = await actor.unit.database.job.toArray();
  const waiting = await messageQueue.toArray();
  const removals = [
    ...jobs.map(({ removed }) => removed),
    ...waiting.map(({ payload }) => readField(payload, "job", "removed")),
  ];
  return new Set(removals.filter(isRecord).flatMap(collectIds));
}

/** Queued messages of earlier builds may lack one of the lists. */
function collectIds(removed: Readonly<Record<string, unknown>>): readonly string[] {
  const { propertyAssetIds, propertyTenantIds, jobPartIds } = removed;
  const ids: readonly unknown[] = [propertyAssetIds, propertyTenantIds, jobPartIds].flat();
  return ids.filter((id) => typeof id === "string");
}

/** Leaves out the parts, appliances and contacts that the engineer removed. */
export function withoutRemoved(job: ServerJob, removed: ReadonlySet<string>): ServerJob {
  if (removed.size === 0) return job;
  const { assets, tenants } = job.property;
  return {
    ...job,
    parts: job.parts.filter(({ jobPartId }) => !removed.has(jobPartId)),
    property: {
      ...job.property,
      assets: assets.filter(({ propertyAssetId }) => !removed.has(propertyAssetId)),
      tenants: tenants.filter(({ propertyTenantId }) => !removed.has(propertyTenantId)),
    },
  };
}
