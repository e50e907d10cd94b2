import { asc, eq, inArray, sql } from "drizzle-orm";
import type { CallAnswer } from "@fieldfare/contract";
import type { ExternalReference, putExternalReferences as call } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { externalReference } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { lockJob } from "./appointments.ts";

/** Reads what other systems call a job, by source and reference. */
export function readExternalReferences(orm: Orm, jobId: string): Promise<ExternalReference[]> {
  return orm
    .select({ source: externalReference.source, reference: externalReference.reference })
    .from(externalReference)
    .where(eq(externalReference.jobId, jobId))
    .orderBy(asc(externalReference.source), asc(externalReference.reference));
}

/**
 * Locks the references until the transaction ends, so that two requests never both find them free, and returns which job
 * has each of those that are taken.
 */
export async function lockReferences(
  orm: Orm,
  references: readonly ExternalReference[],
): Promise<(ExternalReference & { readonly jobId: string })[]> {
  // In one order, so that two requests do not wait for each other.
  for (const key of references.map(nameKey).toSorted())
    await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  if (references.length === 0) return [];
  const rows = await orm
    .select()
    .from(externalReference)
    .where(
      inArray(
        externalReference.reference,
        references.map(({ reference }) => reference),
      ),
    );
  const wanted = new Set(references.map(nameKey));
  return rows.filter((row) => wanted.has(nameKey(row)));
}

/** Adds references that no job has. The caller has locked them. */
export async function addReferences(
  orm: Orm,
  jobId: string,
  references: readonly ExternalReference[],
): Promise<void> {
  const distinct = new Map(references.map((one) => [nameKey(one), one]));
  if (distinct.size === 0) return;
  await orm
    .insert(externalReference)
    .values([...distinct.values()].map(({ source, reference }) => ({ source, reference, jobId })));
}

/** Replaces what other systems call a job. Refused if another job has one of the references. */
export async function putExternalReferences(
  { orm, record }: Change,
  jobId: string,
  references: readonly ExternalReference[],
): Promise<CallAnswer<typeof call> | Refusal> {
  if (!(await lockJob(orm, jobId))) return refuse("not-found");
  const taken = await lockReferences(orm, references);
  const other = taken.find((one) => one.jobId !== jobId);
  if (other) return refuseTaken(other);
  const before = await readExternalReferences(orm, jobId);
  await orm.delete(externalReference).where(eq(externalReference.jobId, jobId));
  await addReferences(orm, jobId, references);
  const after = await readExternalReferences(orm, jobId);
  record({
    action: "job-changed",
    objectType: "job",
    objectId: jobId,
    before: { externalReferences: before },
    after: { externalReferences: after },
  });
  return { externalReferences: after };
}

/** Says which job has a reference. */
export function refuseTaken({
  source,
  reference,
  jobId,
}: ExternalReference & { readonly jobId: string }): Refusal {
  return refuse("conflict", {
    detail: `Another job has the reference ${reference} of ${source}: ${jobId}`,
  });
}

function nameKey({ source, reference }: ExternalReference): string {
  return JSON.stringify(["reference", source, reference]);
}
