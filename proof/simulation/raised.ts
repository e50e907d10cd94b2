import { isSavedBefore, quickJobIds, type QuickJobToSave, saveQuickJob } from "@fieldfare/device";
import type { NodeDevice } from "@fieldfare/device/testing";
import type { Phone } from "./phone.ts";
import { client } from "./reference-data.ts";
import type { Story } from "./scene.ts";

/** Saves the job that the engineer is raising, under the ids with which he began it, until it is saved. */
export async function raise(
  story: Story,
  phone: Phone,
  { device }: Pick<NodeDevice, "device">,
): Promise<string> {
  phone.raising ??= begin(story, phone, quickJobIds(device));
  const { jobId } = phone.raising.job;
  const saved = await saveQuickJob(device, phone.raising);
  if (saved.ok) {
    phone.raised.push(jobId);
    phone.raising = null;
    return "saved";
  }
  if (isSavedBefore(saved.refusal) || saved.refusal === "full-name-not-unique")
    story.violated(`${phone.name}: ${jobId}, sent again as it was, is ${saved.refusal}`);
  return saved.refusal;
}

function begin(
  { office, clock }: Story,
  { engineer }: Phone,
  ids: ReturnType<typeof quickJobIds>,
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

/** However often it was sent: one job at one place with one contact, given to somebody once. */
export async function checkRaised(story: Story): Promise<void> {
  const raised = story.phones.flatMap((phone) => phone.raised);
  const { rows } = await story.world.database.pool.query<{ id: string; found: string }>(
    `select q.job_id as id, concat_ws(' ',
        (select count(*) from appointment a where a.job_id = q.job_id and a.ended_on is null),
        (select count(*) from property_tenant t where t.property_id = j.property_id)) as found
     from quick_job q join job j on j.job_id = q.job_id where q.job_id = any($1::uuid[])`,
    [raised],
  );
  const found = new Map(rows.map((row) => [row.id, row.found]));
  for (const id of raised)
    if (!["1 1", "0 1"].includes(found.get(id) ?? ""))
      story.violated(`${id}, raised on site, has appointments and contacts: ${found.get(id)}`);
}
