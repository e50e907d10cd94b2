import type { CallAnswer } from "@fieldfare/contract";
import { type OfficeActionType, officeActionTypes } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import { isRecord, readTextField } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";

type OfficeAction = CallAnswer<typeof office.readJob>["officeActions"][number];

interface EntryRow {
  readonly sequence: string;
  readonly occurred_on: Date;
  readonly action: OfficeActionType;
  readonly actor_name: string | null;
  readonly field_operative_id: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** What the office wrote to the engineer. */
  readonly comment: string | null;
  readonly is_comment: boolean;
  readonly command_operative_id: string | null;
  readonly received_on: Date | null;
  readonly read_on: Date | null;
  /** The ordered part that the entry is about. */
  readonly short_description: string | null;
}

/** Reads from the audit what the office has done with a job, oldest first: who raised, moved, changed or cancelled it, comments, orders of parts. */
export async function readOfficeActions(
  { pool }: Database,
  jobId: string,
): Promise<OfficeAction[]> {
  const { rows } = await pool.query<EntryRow>({
    // With a name it is not planned at each use, after the first ones: the plan has a part for each partition of the audit entries.
    name: "office-actions",
    text: `select e.sequence, e.occurred_on, e.action, e.actor_name, e.field_operative_id, e.before, e.after,
        c.body ->> 'details' as comment,
        coalesce(c.body @> '{"isComment": true}', false) as is_comment, c.field_operative_id as command_operative_id,
        k.received_on, k.read_on, p.row ->> 'shortDescription' as short_description
       from audit_entry e
       left join command c on e.object_type = 'command' and c.job_id = $1 and c.command_id::text = e.object_id
       left join lateral (
         select min(acknowledged_on) filter (where outcome = 'alert') as received_on, min(read_on) as read_on
           from command_acknowledgement where command_id = c.command_id) k on true
       left join job_part p on e.object_type = 'part' and p.job_id = $1 and p.job_part_id::text = e.object_id
      where e.object_id = any(array(
          select $1::text
          union all select command_id::text from command where job_id = $1
          union all select job_part_id::text from job_part where job_id = $1))
        and e.action = any($2::text[])
        and (e.object_type in ('job', 'part') or c.type = 'JobUpdate')
      order by e.sequence`,
    values: [jobId, officeActionTypes],
  });
  return rows.map(toAction);
}

function toAction({ before, after, ...row }: EntryRow): OfficeAction {
  const appointmentDateTime = readTextField(after, "appointmentDateTime");
  const isRetimed = appointmentDateTime !== readTextField(before, "appointmentDateTime");
  const state = readTextField(after, "state");
  return {
    sequence: Number(row.sequence),
    action: row.action,
    at: row.occurred_on.toISOString(),
    by: row.actor_name,
    fieldOperativeId: readTextField(after, "fieldOperativeId") ?? null,
    previousFieldOperativeId: readTextField(before, "fieldOperativeId") ?? null,
    appointmentDateTime: (isRetimed && appointmentDateTime) || null,
    changed: row.action === "job-changed" ? listChanged(before, after) : [],
    isForced: isRecord(after) && after.force === true,
    isGivenBack: isRecord(after) && after.isGivenBack === true,
    comment: row.comment,
    commentState:
      row.is_comment && row.command_operative_id !== null
        ? {
            fieldOperativeId: row.command_operative_id,
            receivedOn: row.received_on?.toISOString() ?? null,
            readOn: row.read_on?.toISOString() ?? null,
          }
        : null,
    part:
      row.short_description !== null && state
        ? { shortDescription: row.short_description, state }
        : null,
  };
}

/** The names of the values that changed, also of those that an entry does not store. */
function listChanged(before: unknown, after: unknown): string[] {
  const { notRecorded = [], ...values } = isRecord(after) ? after : {};
  const unstored = Array.isArray(notRecorded) ? notRecorded.map(String) : [];
  const names = [
    ...Object.keys(isRecord(before) ? before : {}),
    ...Object.keys(values),
    ...unstored,
  ];
  // Comments on parts are recorded apart from the parts.
  return [...new Set(names.map((name) => (name === "partComments" ? "parts" : name)))];
}
