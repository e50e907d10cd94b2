import type { JobRow } from "../database/rows.ts";
import { aServerJob } from "./server-job.ts";

/** A job row. A test gives the values that matter to it. */
export function aJobRow(values: Partial<JobRow> & Pick<JobRow, "jobId">): JobRow {
  const { parts: _parts, notes: _notes, property, ...job } = aServerJob({ jobId: values.jobId });
  const { assets: _assets, tenants: _tenants, ...address } = property;
  return {
    ...job,
    property: address,
    isSelected: false,
    officeUpdates: [],
    storedOn: "2026-01-05T08:00:00.000Z",
    ...values,
  };
}
