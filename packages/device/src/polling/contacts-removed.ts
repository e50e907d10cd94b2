import type { Actor } from "../actions/act.ts";
import type { JobChange } from "@fieldfare/domain";

/**
 * Deletes contacts that the office has removed, also those of closed jobs, and what alerts and updates of jobs at their
 * homes say about contacts. What the engineer recorded in a job is left.
 */
export async function removeContacts(
  { unit }: Actor,
  propertyTenantIds: readonly string[],
): Promise<void> {
  const { propertyTenant, job, alert } = unit.database;
  const rows = (await propertyTenant.bulkGet([...propertyTenantIds])).filter(
    (row) => row !== undefined,
  );
  for (const { propertyTenantId } of rows) await unit.remove("propertyTenant", propertyTenantId);
  const homes = new Set(rows.map(({ propertyId }) => propertyId));
  const jobs = (await job.toArray()).filter(({ property }) => homes.has(property.propertyId));
  const jobIds = new Set(jobs.map(({ jobId }) => jobId));
  for (const row of jobs.filter(({ officeUpdates }) => officeUpdates.some(namesContacts)))
    await unit.put("job", { ...row, officeUpdates: row.officeUpdates.map(withoutContacts) });
  for (const row of await alert.toArray())
    if (row.jobId !== null && jobIds.has(row.jobId) && namesContacts(row))
      await unit.put("alert", withoutContacts(row));
}

interface Told {
  readonly changes?: readonly JobChange[];
}

const namesContacts = ({ changes = [] }: Told) => changes.some(({ fact }) => fact === "contacts");

function withoutContacts<Row extends Told>(row: Row): Row {
  const { changes } = row;
  return { ...row, ...(changes && { changes: changes.filter(({ fact }) => fact !== "contacts") }) };
}
