import { jobDraft } from "@fieldfare/contract/office";
import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { type Change, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { appointment, fieldOperative, job } from "../../database/schema.ts";
import { trainingSchema } from "../../database/training.ts";
import { createJob } from "../jobs/create-job.ts";

interface Trainee {
  readonly fieldOperativeId: string;
  readonly deviceId: string;
}

/** Copies the engineer and the device from the live tables, without their secrets. */
export async function enrol(
  { pool }: Database,
  { fieldOperativeId, deviceId }: Trainee,
): Promise<void> {
  await copy(pool, "field_operative", {}, "field_operative_id", fieldOperativeId);
  await copy(pool, "account", { password_hash: "" }, "field_operative_id", fieldOperativeId);
  await copy(pool, "device", { pin_hash: "" }, "device_id", deviceId);
  await pool.query(
    `insert into ${trainingSchema}.holiday_year select * from public.holiday_year on conflict do nothing`,
  );
}

async function copy(
  pool: Database["pool"],
  table: string,
  overrides: Readonly<Record<string, string>>,
  key: string,
  id: string,
): Promise<void> {
  await pool.query(
    `insert into ${trainingSchema}.${table}
     select (jsonb_populate_record(null::${trainingSchema}.${table}, to_jsonb(live) || $2)).*
       from public.${table} live where live.${key} = $1
     on conflict do nothing`,
    [id, JSON.stringify(overrides)],
  );
}

/** Enough jobs to try holds, closing and no access. */
const minOpenJobs = 3;

const kinds = [
  {
    jobCategoryId: 2,
    jobDetailTypeId: 21,
    categoryName: "Gas repair",
    detailTypeName: "No heating",
  },
  {
    jobCategoryId: 2,
    jobDetailTypeId: 22,
    categoryName: "Gas repair",
    detailTypeName: "No hot water",
  },
  { jobCategoryId: 6, jobDetailTypeId: 61, categoryName: "Responsive", detailTypeName: "Plumbing" },
] as const;

/** Adds jobs until the engineer has enough open ones: a closed job is followed by a new one. */
export async function ensureOpenJobs(
  database: Database,
  { fieldOperativeId }: Trainee,
  at: Date,
): Promise<void> {
  if ((await countJobs(database.orm, fieldOperativeId)).open >= minOpenJobs) return;
  await makeChange(database, null, async (change) => {
    // Of two requests at the same moment the second finds the jobs of the first.
    await change.orm
      .select({ id: fieldOperative.fieldOperativeId })
      .from(fieldOperative)
      .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId))
      .for("update");
    await addJobs(change, fieldOperativeId, at);
  });
}

async function countJobs(orm: Orm, fieldOperativeId: string) {
  const isOpen = and(ne(job.status, "Closed"), isNull(appointment.endedOn));
  const [counted] = await orm
    .select({ open: sql<number>`(count(*) filter (where ${isOpen}))::integer`, all: count() })
    .from(appointment)
    .innerJoin(job, eq(job.jobId, appointment.jobId))
    .where(eq(appointment.fieldOperativeId, fieldOperativeId));
  return counted ?? { open: 0, all: 0 };
}

async function addJobs(change: Change, fieldOperativeId: string, at: Date): Promise<void> {
  const { open, all } = await countJobs(change.orm, fieldOperativeId);
  for (let number = open; number < minOpenJobs; number += 1) {
    const serial = all + number - open + 1;
    const kind = kinds[serial % kinds.length] ?? kinds[0];
    const draft = jobDraft.parse({
      ...kind,
      fieldOperativeId,
      formattedJobId: `TRAINING-${serial}`,
      appointmentDateTime: at.toISOString(),
      taskDetails: "For training: nothing that is recorded here reaches the office.",
      property: { addressLine1: `${serial} Training Street`, postcode: "LS1 1AA" },
    });
    await createJob(change, draft);
  }
}
