import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  sql,
  type SQL,
} from "drizzle-orm";
import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { addDays, endOfLondonDay, normaliseForSearch } from "@fieldfare/domain";
import type { Database, Orm } from "../../database/database.ts";
import * as schema from "../../database/schema.ts";
import { searchableSql } from "../../database/searchable-sql.ts";

type ListedJob = CallAnswer<typeof office.listJobs>[number];
type Filter = NonNullable<CallQuery<typeof office.listJobs>>;

const { job, property, appointment, jobClosing } = schema;
const maxWords = 10;

export async function listJobs({ orm }: Database, filter: Filter): Promise<ListedJob[]> {
  const order = filter.order ?? "newest";
  const closing = orm
    .selectDistinctOn([jobClosing.jobId, jobClosing.fieldOperativeAppointmentId], {
      jobId: jobClosing.jobId,
      fieldOperativeAppointmentId: jobClosing.fieldOperativeAppointmentId,
      deliveredOn: jobClosing.deliveredOn,
      receivedOn: jobClosing.receivedOn,
      missing: missingImages.as("missing"),
    })
    .from(jobClosing)
    .where(inArray(jobClosing.kind, schema.closesJob))
    .orderBy(jobClosing.jobId, jobClosing.fieldOperativeAppointmentId, desc(jobClosing.receivedOn))
    .as("closing");
  const rows = await orm
    .select({
      job,
      property,
      fieldOperativeId: appointment.fieldOperativeId,
      deliveredOn: closing.deliveredOn,
      closedSince: closing.receivedOn,
      missing: closing.missing,
    })
    .from(job)
    .innerJoin(property, eq(property.propertyId, job.propertyId))
    .leftJoin(
      appointment,
      eq(appointment.fieldOperativeAppointmentId, job.fieldOperativeAppointmentId),
    )
    .leftJoin(
      closing,
      and(
        eq(closing.jobId, job.jobId),
        eq(closing.fieldOperativeAppointmentId, job.fieldOperativeAppointmentId),
      ),
    )
    .where(and(...buildConditions(filter), await buildPosition(orm, order, filter.after)))
    .orderBy(...sortedBy[order])
    .limit(Number(filter.limit ?? 100));
  return rows.map((row) => ({
    jobId: row.job.jobId,
    formattedJobId: row.job.formattedJobId,
    status: row.job.status,
    isOnHold: row.job.hold !== null,
    fieldOperativeId: row.fieldOperativeId,
    appointmentDateTime: row.job.appointmentDateTime.toISOString(),
    address: formatAddress(row.property),
    categoryName: row.job.categoryName,
    detailTypeName: row.job.detailTypeName,
    jobPriority: row.job.jobPriority,
    delivered: row.deliveredOn !== null,
    missing:
      row.closedSince !== null && row.deliveredOn === null
        ? { images: row.missing ?? 0, since: row.closedSince.toISOString() }
        : null,
  }));
}

const sortedBy = {
  newest: [desc(job.appointmentDateTime), asc(job.formattedJobId), asc(job.jobId)],
  oldest: [asc(job.appointmentDateTime), asc(job.formattedJobId), asc(job.jobId)],
  reference: [asc(job.formattedJobId), asc(job.jobId)],
} as const satisfies Record<office.JobOrder, readonly SQL[]>;

function buildConditions(filter: Filter): SQL[] {
  const { fieldOperativeId, assigned, status, jobCategoryId, from, to, search } = filter;
  return [
    fieldOperativeId && eq(appointment.fieldOperativeId, fieldOperativeId),
    assigned === "yes" && isNotNull(appointment.fieldOperativeId),
    assigned === "no" && isNull(appointment.fieldOperativeId),
    status && eq(job.status, status),
    jobCategoryId && eq(job.jobCategoryId, Number(jobCategoryId)),
    from && gte(job.appointmentDateTime, startOfLondonDay(from)),
    to && lt(job.appointmentDateTime, startOfLondonDay(addDays(to, 1))),
    ...splitWords(search).map(containsWord),
  ].filter((condition) => typeof condition === "object");
}

function startOfLondonDay(day: string): Date {
  return new Date(endOfLondonDay(addDays(day, -1)).getTime() + 1000);
}

function splitWords(search = ""): string[] {
  return normaliseForSearch(search).split(/\s+/).filter(Boolean).slice(0, maxWords);
}

const searchedText = searchableSql(
  `concat_ws(' ', "job"."formatted_job_id", "property"."address_line_1", "property"."address_line_2",
     "property"."address_line_3", "property"."address_line_4", "property"."postcode",
     replace("property"."postcode", ' ', ''), "property"."uprn")`,
);

/** True for jobs of which the reference, the property or the name of a tenant contains the word. */
function containsWord(word: string): SQL {
  const isTenant = sql`exists (
    select from ${schema.propertyTenant} t
     where t.property_id = ${job.propertyId}
       and position(${word} in ${sql.raw(searchableSql("t.row ->> 'fullName'"))}) > 0)`;
  return sql`(position(${word} in ${sql.raw(searchedText)}) > 0 or ${isTenant})`;
}

/** The jobs after a job in an order. After a job that does not exist there is none. */
async function buildPosition(
  orm: Orm,
  order: office.JobOrder,
  after: string | undefined,
): Promise<SQL | undefined> {
  if (after === undefined) return undefined;
  const [last] = await orm
    .select({ on: job.appointmentDateTime, reference: job.formattedJobId })
    .from(job)
    .where(eq(job.jobId, after));
  if (!last) return sql`false`;
  const isLaterReference = sql`(${job.formattedJobId}, ${job.jobId}) > (${last.reference}, ${after}::uuid)`;
  if (order === "reference") return isLaterReference;
  const on = last.on.toISOString();
  const isBeyond =
    order === "newest"
      ? sql`${job.appointmentDateTime} < ${on}::timestamptz`
      : sql`${job.appointmentDateTime} > ${on}::timestamptz`;
  return sql`(${isBeyond} or (${job.appointmentDateTime} = ${on}::timestamptz and ${isLaterReference}))`;
}

/** The number of images of a closing's manifest that have not arrived, or arrived with another hash. */
const missingImages = sql<number>`(
  select count(*)::integer from jsonb_array_elements(${schema.jobClosing.manifest}) line
   where ${schema.jobClosing.deliveredOn} is null and not exists (
     select 1 from ${schema.jobImage} image
      where image.image_id = (line ->> 'imageId')::uuid and image.job_id = ${schema.jobClosing.jobId}
        and (line ->> 'sha256' is null or image.sha256 = line ->> 'sha256')))`;

function formatAddress(address: typeof schema.property.$inferSelect): string {
  return [
    address.addressLine1,
    address.addressLine2,
    address.addressLine3,
    address.addressLine4,
    address.postcode,
  ]
    .filter(Boolean)
    .join(", ");
}
