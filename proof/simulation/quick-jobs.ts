import {
  isAlreadySaved,
  createQuickJobIds,
  type QuickJobToSave,
  saveQuickJob,
} from "@fieldfare/device";
import type { NodeDevice } from "@fieldfare/device/testing";
import type { Phone } from "./phone.ts";
import { client } from "./reference-data.ts";
import type { Scenario } from "./scenario-types.ts";

/** Saves the job that the engineer is raising on site; a retry uses the same ids until the job is saved. */
export async function raiseQuickJob(
  scenario: Scenario,
  phone: Phone,
  { device }: Pick<NodeDevice, "device">,
): Promise<string> {
  phone.quickJobInProgress ??= buildQuickJob(scenario, phone, createQuickJobIds(device));
  const { jobId } = phone.quickJobInProgress.job;
  const saved = await saveQuickJob(device, phone.quickJobInProgress);
  if (saved.ok) {
    phone.savedQuickJobIds.push(jobId);
    phone.quickJobInProgress = null;
    return "saved";
  }
  if (isAlreadySaved(saved.refusal) || saved.refusal === "full-name-not-unique")
    scenario.reportViolation(`${phone.name}: ${jobId}, sent again as it was, is ${saved.refusal}`);
  return saved.refusal;
}

function buildQuickJob(
  { office, clock }: Scenario,
  { engineer }: Phone,
  ids: ReturnType<typeof createQuickJobIds>,
): QuickJobToSave {
  const title = `raised-${office.jobs.size + 1}`;
  const [priority] = client.priorities;
  const received = new Date(clock.now).toISOString();
  office.jobs.set(ids.jobId, {
    jobId: ids.jobId,
    title,
    engineers: new Set([engineer.fieldOperativeId]),
  });
  return {
    job: {
      ...ids,
      clientId: client.clientId,
      clientName: client.name,
      jobDetailType: 21,
      jobDetails: title,
      clientJobPriorityId: priority?.priorityId ?? 0,
      clientJobPriorityName: priority?.name ?? "",
      priorityDescription: null,
      contractSors: [],
      dateReceived: received,
      targetResponseDate: received,
      targetCompletionDate: received,
      skipWorkOrderValidation: true,
    },
    newProperty: {
      address: {
        addressLine1: `${office.jobs.size} Raised Street`,
        addressLine2: null,
        addressLine3: null,
        addressLine4: null,
        postcode: "LS1 1AA",
      },
    },
    newContact: {
      fullName: "Jo Tenant",
      contactType: 1,
      homeTelephone: null,
      mobilePhone: "07700900123",
      isPrimaryContact: true,
      addedByEngineer: true,
    },
  };
}

/** However often a job was sent, it is one job with at most one appointment, and its property has one contact. */
export async function checkQuickJobs(scenario: Scenario): Promise<void> {
  const savedQuickJobIds = scenario.phones.flatMap((phone) => phone.savedQuickJobIds);
  const { rows } = await scenario.world.database.pool.query<{ id: string; found: string }>(
    `select q.job_id as id, concat_ws(' ',
        (select count(*) from appointment a where a.job_id = q.job_id and a.ended_on is null),
        (select count(*) from property_tenant t where t.property_id = j.property_id)) as found
     from quick_job q join job j on j.job_id = q.job_id where q.job_id = any($1::uuid[])`,
    [savedQuickJobIds],
  );
  const found = new Map(rows.map((row) => [row.id, row.found]));
  for (const id of savedQuickJobIds)
    if (!["1 1", "0 1"].includes(found.get(id) ?? ""))
      scenario.reportViolation(
        `${id}, raised on site, has appointments and contacts: ${found.get(id)}`,
      );
}
