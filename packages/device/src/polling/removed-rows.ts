import type { JobContent, ServerJob } from "@fieldfare/contract";
import type { Actor } from "../actions/act.ts";

/**
 * Returns the ids of rows removed on this device: the server hands them out until the message about
 * it has arrived.
 */
export async function readRemovedIds(actor: Actor): Promise<ReadonlySet<string>> {
  const { messageQueue } = actor.unit.database;
  const jobs = await actor.unit.database.job.toArray();
  const waiting = await messageQueue.toArray();
  const queuedRemovals = waiting.map(
    ({ payload }) => (payload as { job?: JobContent }).job?.removed,
  );
  return new Set(
    [...jobs.map(({ removed }) => removed), ...queuedRemovals].flatMap((removed) =>
      removed
        ? [...removed.propertyAssetIds, ...removed.propertyTenantIds, ...removed.jobPartIds]
        : [],
    ),
  );
}

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
