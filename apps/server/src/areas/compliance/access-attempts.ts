import { randomUUIDv7 } from "node:crypto";
import { sql } from "drizzle-orm";
import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type { AttemptedHome } from "@fieldfare/contract/office";
import type * as office from "@fieldfare/contract/office";
import { attemptsInARow, lastAccessOn } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { isEndedElsewhere } from "../../database/evidence.ts";
import { createParameters } from "../../database/parameters.ts";
import { countAttemptsSql, validClosings } from "../../documents/valid-closings.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

type Filter = NonNullable<CallQuery<typeof office.listAccessAttempts>>;

const defaultLimit = 20;
const oneYear = "1 year";

/** Lists homes whose last visits had no access, the last attempt first. */
export async function listAccessAttempts(
  database: Database,
  { atLeast = "2", after, limit }: Filter,
): Promise<AttemptedHome[] | Refusal> {
  const parameters = createParameters();
  const conditions = [`${countAttemptsSql("j.property_id")} >= ${parameters.add(Number(atLeast))}`];
  if (after !== undefined) {
    const last = await readPosition(database, after);
    if (!last)
      return refuse("invalid", {
        issues: [{ path: "after", message: "There is no such attempt" }],
      });
    conditions.push(
      `(c.closed_on, c.message_id) < (${parameters.add(last.closed_on)}::timestamptz, ${parameters.add(last.message_id)}::uuid)`,
    );
  }
  const { rows } = await database.pool.query<{ property_id: string }>(
    `select j.property_id
       from job_closing c
       join job j on j.job_id = c.job_id and j.field_operative_appointment_id = c.field_operative_appointment_id
        and j.status = 'Closed' and j.reduced_on is null
      where c.kind = 'JobNoAccess' and c.closed_on >= now() - interval '${oneYear}'
        and not ${isEndedElsewhere("c.message_id")}
        and not exists (
          select from (${validClosings("j.property_id")}) later
           where (later.closed_on, later.message_id) > (c.closed_on, c.message_id))
        and ${conditions.join(" and ")}
      order by c.closed_on desc nulls first, c.message_id desc
      limit ${parameters.add(limit === undefined ? defaultLimit : Number(limit))}`,
    [...parameters.values],
  );
  return readHomes(
    database,
    rows.map(({ property_id }) => property_id),
  );
}

async function readPosition({ pool }: Database, jobId: string) {
  const { rows } = await pool.query<{ closed_on: Date; message_id: string }>(
    `select closed_on, message_id from job_closing
      where job_id = $1 and kind = 'JobNoAccess' order by received_on desc limit 1`,
    [jobId],
  );
  return rows[0];
}

interface VisitRow {
  readonly property_id: string;
  readonly address: readonly (string | null)[];
  readonly postcode: string;
  readonly uprn: string | null;
  readonly due_on: string | null;
  readonly job_id: string;
  readonly message_id: string;
  readonly kind: "JobClose" | "JobNoAccess";
  readonly closed_on: Date;
  readonly received_on: Date;
  readonly formatted_job_id: string;
  readonly category_name: string;
  readonly detail_type_name: string;
  readonly engineer_name: string | null;
  readonly reason: string | null;
  readonly notes: string | null;
  readonly photos: number;
  readonly document_id: string | null;
  readonly document_name: string | null;
}

/** Reads only the last visit with access of each home, and the attempts since. */
async function readHomes({ pool }: Database, propertyIds: readonly string[]) {
  const { rows } = await pool.query<VisitRow>({
    name: "homes-with-attempts",
    text: `
      select p.property_id, p.postcode, p.uprn, to_char(g.due_on, 'YYYY-MM-DD') as due_on,
          array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
          v.job_id, v.message_id, v.kind, v.closed_on, c.received_on, j.formatted_job_id, j.category_name,
          j.detail_type_name, k.name as engineer_name, c.outcome ->> 'notes' as notes,
          (select left(d.row ->> 'text', 200) from data_row d
            where d.type = 'DomainData' and d.row ->> 'fieldName' = 'NoAccessReason'
              and d.row ->> 'value' = c.outcome ->> 'noAccessReasonId' order by d.deleted limit 1) as reason,
          (select count(*)::int from job_image i
            where i.field_operative_appointment_id = c.field_operative_appointment_id and i.removed_on is null) as photos,
          e.document_id, e.name as document_name
        from unnest($1::uuid[]) with ordinality as home(property_id, place)
        join property p on p.property_id = home.property_id
        left join home_gas g on g.property_id = home.property_id
        cross join lateral (
          with visits as materialized (${validClosings("home.property_id")})
          select * from visits
           where closed_on >= coalesce((select max(closed_on) from visits where kind = 'JobClose'), '-infinity')) v
        join job_closing c on c.message_id = v.message_id
        join job j on j.job_id = v.job_id
        join appointment a on a.field_operative_appointment_id = c.field_operative_appointment_id
        left join account k on k.field_operative_id = a.field_operative_id
        left join document e on e.message_id = v.message_id and e.kind = 'access-attempts' and e.removed_on is null
       order by home.place, v.closed_on`,
    values: [propertyIds],
  });
  return [...Map.groupBy(rows, ({ property_id }) => property_id).values()].map(toHome);
}

function toHome(rows: readonly VisitRow[]): AttemptedHome {
  const visits = rows.map((row) => ({
    ...row,
    endedOn: row.closed_on.toISOString(),
    isAttempt: row.kind === "JobNoAccess",
  }));
  const attempts = attemptsInARow(visits);
  const [home] = visits;
  const last = attempts.at(-1);
  if (!home || !last) throw new Error("A home without attempts was listed");
  return {
    propertyId: home.property_id,
    address: home.address.filter(Boolean).join(", "),
    postcode: home.postcode,
    uprn: home.uprn,
    attempts: attempts.map((attempt) => ({
      jobId: attempt.job_id,
      formattedJobId: attempt.formatted_job_id,
      categoryName: attempt.category_name,
      detailTypeName: attempt.detail_type_name,
      endedOn: attempt.endedOn,
      receivedOn: attempt.received_on.toISOString(),
      engineerName: attempt.engineer_name,
      reason: attempt.reason,
      notes: attempt.notes ?? "",
      photos: attempt.photos,
    })),
    lastAccessOn: lastAccessOn(visits),
    gasDueOn: home.due_on,
    document:
      last.document_id === null
        ? null
        : { documentId: last.document_id, name: last.document_name ?? "" },
  };
}

/**
 * Adds the document of the attempts of a home, and the task that makes it. With no further attempt since, the document
 * that is there is answered. Refused with `not-found` without an attempt.
 */
export async function makeAccessEvidence(
  { orm, record }: Change,
  propertyId: string,
): Promise<CallAnswer<typeof office.makeAccessEvidence> | Refusal> {
  const { rows } = await orm.execute<{
    job_id: string;
    message_id: string;
    kind: string;
    formatted_job_id: string;
  }>(sql`
    select v.job_id, v.message_id, v.kind, j.formatted_job_id
      from (select ${propertyId}::uuid as property_id) home
      cross join lateral (${sql.raw(validClosings("home.property_id"))}) v
      join job j on j.job_id = v.job_id
     order by v.closed_on desc, v.message_id desc limit 1`);
  const [last] = rows;
  if (last?.kind !== "JobNoAccess") return refuse("not-found");
  const { job_id: jobId, message_id: messageId } = last;
  const name = `Access attempts ${last.formatted_job_id}`;
  const added = await orm.execute<{ document_id: string }>(sql`
    insert into document (document_id, message_id, job_id, kind, name)
    values (${randomUUIDv7()}, ${messageId}, ${jobId}, 'access-attempts', ${name})
    on conflict (message_id, kind) do nothing returning document_id`);
  if (added.rows[0])
    await orm.execute(
      sql`select add_task('documents', jsonb_build_object('messageId', ${messageId}::text, 'jobId', ${jobId}::text))`,
    );
  const found = await orm.execute<{ document_id: string; name: string }>(sql`
    select document_id, name from document
     where message_id = ${messageId} and kind = 'access-attempts' and removed_on is null`);
  const [document] = found.rows;
  if (!document) return refuse("not-found");
  if (added.rows[0])
    record({
      action: "access-evidence-made",
      objectType: "document",
      objectId: document.document_id,
      after: { propertyId, jobId },
    });
  return { documentId: document.document_id, name: document.name };
}
