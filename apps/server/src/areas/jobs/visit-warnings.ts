import type { JobCustomForm, ServerJob } from "@fieldfare/contract";
import { formIds, londonDay, type PastVisit, visitWarnings } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { isEndedElsewhere } from "../../database/evidence.ts";
import type { ClosingKind } from "../../database/schema.ts";
import { joinLastClosing, noAccessReason, noAccessReasons } from "./closed-jobs.ts";

type VisitWarnings = NonNullable<ServerJob["visitWarnings"]>;

/** Limits the query: a danger older than this many visits has been visited often since. */
const maxVisits = 100;
const maxWarnings = 20;
const maxNameLength = 200;

interface PastVisitRow {
  readonly property_id: string;
  readonly job_id: string;
  readonly message_id: string;
  readonly closed_on: Date;
  readonly kind: ClosingKind;
  readonly reason: string | null;
  readonly forms: readonly JobCustomForm[];
  readonly is_evidence: boolean;
}

interface EndedVisit extends PastVisit {
  readonly jobId: string;
  readonly messageId: string;
}

/** Reads the visits that have ended, by property id, oldest first. */
export async function readPastVisits(
  { pool }: Database,
  propertyIds: readonly string[],
): Promise<Map<string, EndedVisit[]>> {
  const { rows } = await pool.query<PastVisitRow>({
    name: "past-visits",
    text: pastVisitsQuery,
    values: [
      [...new Set(propertyIds)],
      [formIds.gasSafetyRecord, formIds.warningNotice],
      maxVisits,
    ],
  });
  const visits = new Map<string, EndedVisit[]>();
  for (const row of rows) {
    const visit = toEndedVisit(row);
    visits.set(row.property_id, [...(visits.get(row.property_id) ?? []), visit]);
  }
  return visits;
}

/**
 * Selects the warnings from earlier visits that a job's engineer gets. A moved appointment of the same job is an
 * earlier visit.
 */
export function selectWarnings(
  visits: readonly EndedVisit[] | undefined,
  jobId: string,
): VisitWarnings {
  const others = (visits ?? []).filter((visit) => visit.isEvidence || visit.jobId !== jobId);
  return visitWarnings(others)
    .slice(0, maxWarnings)
    .map((warning) =>
      warning.kind === "danger"
        ? { ...warning, name: warning.name.slice(0, maxNameLength) }
        : warning,
    );
}

function toEndedVisit({
  job_id,
  message_id,
  closed_on,
  kind,
  reason,
  forms,
  is_evidence,
}: PastVisitRow): EndedVisit {
  return {
    jobId: job_id,
    messageId: message_id,
    visitedOn: londonDay(closed_on),
    noAccess: kind === "JobNoAccess" ? { reason } : null,
    forms,
    isEvidence: is_evidence,
  };
}

/**
 * The newest visits, oldest first. A closing under another appointment of the job is evidence, and its forms are only in
 * its message.
 */
const pastVisitsQuery = `
  with ${noAccessReasons}
  select p.property_id, v.*
  from unnest($1::uuid[]) as p(property_id)
  cross join lateral (
    (select j.job_id, c.message_id, c.closed_on, c.kind,
      ${noAccessReason} as reason,
      (select coalesce(jsonb_agg(f.row), '[]') from job_form f
        where f.job_id = j.job_id and f.custom_form_id = any($2::uuid[])) as forms,
      false as is_evidence
    from job j
    ${joinLastClosing}
    where j.property_id = p.property_id and j.status = 'Closed' and j.reduced_on is null
    order by c.closed_on desc, j.job_id
    limit $3)
    union all
    (select j.job_id, c.message_id, c.closed_on, c.kind, null,
      coalesce(m.payload #> '{job,customForms}', '[]'), true
    from job j
    join job_closing c on c.job_id = j.job_id
     and (c.field_operative_appointment_id is distinct from j.field_operative_appointment_id
       or ${isEndedElsewhere("c.message_id")})
    join message m on m.message_id = c.message_id
    where j.property_id = p.property_id and j.reduced_on is null
    order by c.closed_on desc, j.job_id
    limit $3)) v
  order by v.closed_on, v.job_id`;
