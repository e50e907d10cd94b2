import type { JobContent } from "@fieldfare/contract";
import { addedSorUsage, type MessageFlag } from "@fieldfare/domain";
import { outdatedOrdersFlag } from "../database/evidence.ts";
import type { EffectContext } from "./effect-context.ts";
import { validateContent } from "./rules.ts";

/**
 * Stores the job's records as the device has them. Content from an appointment that has ended stays evidence only,
 * and so do rows that name another job or property.
 */
export function applyContent(
  content: JobContent,
  { message, batch, job, isCurrent, isPart, flag }: EffectContext,
) {
  if (!job || !isCurrent) return;
  const { messageId, messageCreatedOn } = message;
  const { jobId, propertyId } = job;
  // The phone may have been without a network since the office changed what is planned and ordered.
  const isOutdated = (content.ordersVersion ?? 0) < job.ordersVersion;
  if (isOutdated) flag(outdatedOrdersFlag);
  for (const issue of validateContent(content, messageCreatedOn)) flag(issue);
  if (content.customForms.length > 0) batch.formChecks.set(messageId, { messageId, jobId });
  const rowsOfJob = <R extends { jobId: string }>(rows: readonly R[]) =>
    selectOwnRows(rows, "jobId", jobId, flag);
  const rowsOfProperty = <R extends { propertyId: string }>(rows: readonly R[]) =>
    selectOwnRows(rows, "propertyId", propertyId, flag);

  for (const row of rowsOfJob(content.notes)) {
    const { engineeringNoteId } = row;
    batch.notes.set(engineeringNoteId, { engineeringNoteId, jobId, row });
  }
  const [parts, otherParts] = isOutdated
    ? [batch.outdatedParts, batch.parts]
    : [batch.parts, batch.outdatedParts];
  const [sors, otherSors] = isOutdated
    ? [batch.outdatedSors, batch.sors]
    : [batch.sors, batch.outdatedSors];
  for (const row of rowsOfJob(content.parts)) {
    const { jobPartId } = row;
    setInOne(parts, otherParts, jobPartId, { jobPartId, jobId, row });
  }
  const plannedSors = rowsOfJob(content.plannedSors);
  // A SOR that an outdated phone knows as planned and has not used stays only if the office still plans it.
  const retained = plannedSors
    .filter(({ usageType, qtyUsed }) => !isOutdated || usageType === addedSorUsage || qtyUsed > 0)
    .map(({ sorCodeId }) => sorCodeId);
  if (!isPart) {
    // An earlier message of the group may have codes that the engineer has removed since.
    for (const sorCodeId of batch.sorRemovals.get(jobId)?.retained ?? [])
      if (!retained.includes(sorCodeId))
        for (const entries of [sors, otherSors]) entries.delete(`${jobId} ${sorCodeId}`);
    batch.sorRemovals.set(jobId, { jobId, retained, isOutdated });
  }
  for (const row of plannedSors) {
    const { sorCodeId } = row;
    setInOne(sors, otherSors, `${jobId} ${sorCodeId}`, { sorCodeId, jobId, row });
  }
  for (const row of rowsOfJob(content.customForms)) {
    const { customFormId } = row;
    batch.forms.set(`${jobId} ${customFormId}`, { customFormId, jobId, row });
  }
  for (const row of rowsOfProperty(content.propertyAssets)) {
    const { propertyAssetId } = row;
    setNewer(batch.assets, propertyAssetId, { propertyAssetId, propertyId, row });
  }
  for (const row of rowsOfProperty(content.tenants)) {
    const { propertyTenantId } = row;
    setNewer(batch.tenants, propertyTenantId, { propertyTenantId, propertyId, row });
  }
  const { removed } = content;
  for (const jobPartId of removed?.jobPartIds ?? [])
    batch.partRemovals.set(jobPartId, { jobPartId, jobId, messageId });
  for (const propertyAssetId of removed?.propertyAssetIds ?? [])
    batch.assetRemovals.set(propertyAssetId, { propertyAssetId, propertyId, messageId });
  for (const propertyTenantId of removed?.propertyTenantIds ?? [])
    batch.tenantRemovals.set(propertyTenantId, { propertyTenantId, propertyId, messageId });
}

/** A later message of the group decides, whichever of the two lists has the entry of an earlier one. */
function setInOne<Entry>(
  entries: Map<string, Entry>,
  others: Map<string, Entry>,
  key: string,
  entry: Entry,
) {
  others.delete(key);
  entries.set(key, entry);
}

interface PropertyRecord {
  readonly row: { readonly modifiedOn: string };
}

/** The same record may be in several messages of one group, in any order. */
function setNewer<Entry extends PropertyRecord>(
  records: Map<string, Entry>,
  id: string,
  record: Entry,
) {
  const before = records.get(id);
  if (before && Date.parse(before.row.modifiedOn) > Date.parse(record.row.modifiedOn)) return;
  records.set(id, record);
}

function selectOwnRows<Key extends string, R extends { readonly [K in Key]: string }>(
  rows: readonly R[],
  key: Key,
  owner: string | undefined,
  flag: (flag: MessageFlag) => void,
): readonly R[] {
  const retained = rows.filter((row) => row[key] === owner);
  if (retained.length < rows.length)
    flag(`rows of another ${key === "jobId" ? "job" : "property"}`);
  return retained;
}
