import { canonicalJson, type JobContent } from "@fieldfare/contract";
import { readJob } from "@fieldfare/contract/office";
import { pickAnswers, type RecordKind } from "./recorded-work.ts";
import type { Scenario } from "./scenario-types.ts";

/** Everything that was shown as saved in a job that has ended is in the office's job call. */
export async function checkRecorded(scenario: Scenario): Promise<void> {
  const statesByJob = new Map<string, ReadonlySet<string>>();
  for (const phone of scenario.phones)
    for (const { kind, id, jobId, states } of phone.recorded.listSavedInEndedJobs()) {
      const known = statesByJob.get(jobId) ?? (await readServerStates(scenario, jobId));
      statesByJob.set(jobId, known);
      if (!states.some((state) => known.has(`${kind} ${id} ${state}`)))
        scenario.reportViolation(
          `${phone.name}: the ${kind} ${id} was shown as saved and is not at the office`,
        );
    }
}

async function readServerStates(scenario: Scenario, jobId: string): Promise<ReadonlySet<string>> {
  const { value } = await scenario.office.request(readJob, { params: { jobId } });
  const states = new Set<string>();
  if (!value) return states;
  const add = (kind: RecordKind, id: string | number, row: unknown) =>
    states.add(`${kind} ${id} ${canonicalJson(row)}`);
  const { job, appliances, contacts, evidence, images } = value;
  const records: Pick<
    JobContent,
    "notes" | "parts" | "plannedSors" | "customForms" | "propertyAssets" | "tenants"
  > = { ...job, propertyAssets: appliances, tenants: contacts };
  for (const content of [records, ...evidence.map((entry) => entry.job)]) {
    for (const row of content.notes) add("note", row.engineeringNoteId, row);
    for (const row of content.parts) add("part", row.jobPartId, row);
    for (const row of content.propertyAssets) add("appliance", row.propertyAssetId, row);
    for (const row of content.tenants) add("contact", row.propertyTenantId, row);
    for (const row of content.plannedSors) add("SOR", `${jobId} ${row.sorCodeId}`, row);
    for (const row of content.customForms)
      add("form", `${jobId} ${row.customFormId}`, pickAnswers(row));
  }
  for (const { imageId, sha256 } of images) add("photo", imageId, sha256);
  return states;
}
