import { isRecord, readField, readTextField } from "@fieldfare/domain";

/** Tables whose rows belong to one job, and to a property. */
const jobTables: ReadonlySet<string> = new Set(["engineeringNote", "jobPart", "draft"]);
const propertyTables: ReadonlySet<string> = new Set(["propertyAppliance", "propertyTenant"]);

/**
 * Knows which rows were recorded in visits that have not ended. Until the visit ends, the server has them from nobody
 * else, so they must not depend on a key that can be lost: a wipe sends them without a PIN.
 */
export function createUnsentWork() {
  const openJobs = new Map<string, boolean>();
  const openProperties = new Map<string, string>();

  const isOpenJob = (row: unknown): boolean => {
    const status = readTextField(row, "status");
    if (status === "Closed") return false;
    return status !== "New" || readField(row, "isWorkedOn") === true;
  };

  /** Learns from a row that is read or written. Every action reads its job before it writes. */
  const watch = (table: string, row: unknown): void => {
    if (table !== "job" || !isRecord(row)) return;
    const jobId = readTextField(row, "jobId");
    if (jobId === undefined) return;
    const isOpen = isOpenJob(row);
    openJobs.set(jobId, isOpen);
    const propertyId = readTextField(row["property"], "propertyId");
    if (isOpen && propertyId !== undefined) openProperties.set(jobId, propertyId);
    else openProperties.delete(jobId);
  };

  /** A row of an unknown job counts as unsent. What was typed outside of a job does too. */
  const has = (table: string, row: unknown): boolean => {
    if (table === "job") return isOpenJob(row);
    if (jobTables.has(table)) return openJobs.get(readTextField(row, "jobId") ?? "") ?? true;
    if (!propertyTables.has(table)) return false;
    const propertyId = readTextField(row, "propertyId");
    return propertyId !== undefined && [...openProperties.values()].includes(propertyId);
  };

  return { watch, has };
}
