import type { EngineeringNote, JobHistoryItem } from "@fieldfare/contract";
import { outcomes } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import type { CloseOutcome, NoAccessOutcome } from "../../database/schema.ts";
import { joinLastClosing, noAccessReason, noAccessReasons } from "./closed-jobs.ts";

const privateNote = "Private";

/** The maximum number of earlier jobs at the property that a job shows. */
const maxItems = 20;

interface PastJobRow {
  readonly property_id: string;
  readonly job_id: string;
  readonly formatted_job_id: string;
  readonly appointment_date_time: Date;
  readonly category_name: string;
  readonly detail_type_name: string;
  readonly task_details: string | null;
  readonly kind: "JobClose" | "JobNoAccess";
  readonly outcome: CloseOutcome | NoAccessOutcome;
  readonly engineer_name: string | null;
  readonly mobile_number: string | null;
  readonly no_access_reason: string | null;
  readonly notes: readonly EngineeringNote[];
}

/**
 * Reads completed jobs by property id, newest first: one more than a job shows, because a job is not in its own
 * history.
 */
export async function readHistory(
  { pool }: Database,
  propertyIds: readonly string[],
): Promise<Map<string, JobHistoryItem[]>> {
  const { rows } = await pool.query<PastJobRow>({
    name: "history",
    text: pastJobsQuery,
    values: [[...new Set(propertyIds)], maxItems + 1],
  });
  const items = new Map<string, JobHistoryItem[]>();
  for (const row of rows) {
    const before = items.get(row.property_id);
    if (before) before.push(toHistoryItem(row));
    else items.set(row.property_id, [toHistoryItem(row)]);
  }
  return items;
}

/** Selects the property's history that a job shows: all but the job itself. */
export function selectHistory(items: readonly JobHistoryItem[] | undefined, jobId: string) {
  return (items ?? []).filter((item) => item.jobId !== jobId).slice(0, maxItems);
}

const pastJobsQuery = `
  with ${noAccessReasons}
  select p.property_id, h.*
  from unnest($1::uuid[]) as p(property_id)
  cross join lateral (
    select j.job_id, j.formatted_job_id, j.appointment_date_time, j.category_name, j.detail_type_name,
      j.task_details, c.kind, c.outcome, k.name as engineer_name, o.mobile_number,
      ${noAccessReason} as no_access_reason,
      (select coalesce(jsonb_agg(n.row order by n.row ->> 'createdOn', n.engineering_note_id), '[]')
         from engineering_note n where n.job_id = j.job_id) as notes
    from job j
    ${joinLastClosing}
    join appointment a on a.field_operative_appointment_id = j.field_operative_appointment_id
    join field_operative o on o.field_operative_id = a.field_operative_id
    left join account k on k.field_operative_id = a.field_operative_id
    where j.property_id = p.property_id and j.status = 'Closed' and j.reduced_on is null
    order by j.appointment_date_time desc, c.closed_on desc, j.job_id
    limit $2) h
  order by h.appointment_date_time desc`;

function toHistoryItem(row: PastJobRow): JobHistoryItem {
  return {
    jobId: row.job_id,
    formattedJobId: row.formatted_job_id,
    appointmentDateTime: row.appointment_date_time.toISOString(),
    engineerName: row.engineer_name ?? "",
    mobileNumber: row.mobile_number,
    jobCategory: row.category_name,
    jobDetailType: row.detail_type_name,
    outcome: describeOutcome(row),
    jobDetails: row.task_details,
    notes: collectNotes(row),
  };
}

function describeOutcome({ kind, outcome, no_access_reason }: PastJobRow): string | null {
  if (kind === "JobNoAccess")
    return ["No access", no_access_reason].filter(Boolean).join(" - ").slice(0, 200);
  const outcomeId = "outcomeId" in outcome ? outcome.outcomeId : null;
  return outcomes.find((known) => known.outcomeId === outcomeId)?.name ?? null;
}

function collectNotes({ outcome, notes }: PastJobRow): JobHistoryItem["notes"] {
  // The explanation of unused parts is shown under its own heading.
  const explanation = "partsNotUsed" in outcome ? outcome.partsNotUsed?.noteId : undefined;
  const others = notes.filter(({ engineeringNoteId }) => engineeringNoteId !== explanation);
  const engineering = others.map(({ isPublic, description }) => ({
    category: isPublic ? "Public" : privateNote,
    note: description,
  }));
  if ("notes" in outcome) return [...engineering, { category: "No access", note: outcome.notes }];
  const { partsNotUsedNote } = outcome;
  return partsNotUsedNote
    ? [...engineering, { category: "Parts not used", note: partsNotUsedNote }]
    : engineering;
}

/** Leaves out what engineers wrote for the office and each other. */
export function withoutPrivateNotes(items: readonly JobHistoryItem[]): JobHistoryItem[] {
  return items.map((item) => ({
    ...item,
    notes: item.notes.filter(({ category }) => category !== privateNote),
  }));
}
