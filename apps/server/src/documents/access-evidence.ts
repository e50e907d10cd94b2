import {
  type AccessAttempt,
  accessEvidence,
  type AttemptHome,
  type AttemptPhoto,
  type DocumentContent,
} from "@fieldfare/documents";
import { attemptsInARow, lastAccessOn } from "@fieldfare/domain";
import type { Database } from "../database/database.ts";
import type { NoAccessOutcome } from "../database/schema.ts";
import { readSetting } from "../database/settings.ts";
import { validClosings } from "./valid-closings.ts";

/** Loads the bytes of images by their hash. One that cannot be shown has none. */
type LoadImages = (
  images: readonly { readonly sha256: string; readonly bytes: number; readonly pixels: number }[],
) => Promise<ReadonlyMap<string, Uint8Array>>;

/** Builds the evidence of the attempts in a row that end with the closing of this message. */
export async function buildAccessEvidence(
  database: Database,
  messageId: string,
  publicUrl: string | null,
  loadImages: LoadImages,
): Promise<DocumentContent> {
  const { rows } = await database.pool.query<VisitRow>(visitsQuery, [messageId]);
  const visits = rows.map((row) => ({
    ...row,
    endedOn: row.closed_on.toISOString(),
    isAttempt: row.kind === "JobNoAccess",
  }));
  const attempts = attemptsInARow(visits);
  const last = attempts.at(-1);
  if (!last) throw new Error(`The attempt ${messageId} is gone`);
  const steps = await readSteps(database, attempts);
  const images = await readImages(database, attempts);
  const bytes = await loadImages(images.filter(({ isDeleted }) => !isDeleted));
  return accessEvidence(
    await readHome(database, last.property_id, lastAccessOn(visits)),
    attempts.map((attempt): AccessAttempt => ({
      formattedJobId: attempt.formatted_job_id,
      categoryName: attempt.category_name,
      detailTypeName: attempt.detail_type_name,
      appointmentDateTime: attempt.appointment_date_time,
      engineerName: attempt.engineer_name,
      gasSafeIdCard: attempt.gas_safe_id_card,
      reason: attempt.reason ?? String(attempt.outcome.noAccessReasonId ?? ""),
      notes: attempt.outcome.notes ?? "",
      steps: steps
        .filter(({ appointment }) => appointment === attempt.appointment)
        .map((step) => ({ ...step, name: stepNames[step.step] ?? step.step })),
      deviceId: attempt.device_id,
      messageId: attempt.message_id,
      photos: listPhotos(
        attempt.outcome.imageIds ?? [],
        images.filter(({ appointment }) => appointment === attempt.appointment),
        bytes,
      ),
    })),
    {
      formattedJobId: last.formatted_job_id,
      fieldOperativeAppointmentId: last.appointment,
      publicUrl,
    },
  );
}

interface VisitRow {
  readonly property_id: string;
  readonly job_id: string;
  readonly message_id: string;
  readonly kind: "JobClose" | "JobNoAccess";
  readonly closed_on: Date;
  readonly formatted_job_id: string;
  readonly category_name: string;
  readonly detail_type_name: string;
  readonly appointment_date_time: Date;
  readonly appointment: string;
  readonly engineer_name: string | null;
  readonly gas_safe_id_card: string | null;
  readonly reason: string | null;
  /** An erasure may have emptied it. */
  readonly outcome: Partial<NoAccessOutcome>;
  readonly device_id: string;
}

/** The visits of the home up to the closing of the message. */
const visitsQuery = `
  select j.property_id, v.job_id, v.message_id, v.kind, v.closed_on, j.formatted_job_id, j.category_name,
      j.detail_type_name, a.appointment_date_time, c.field_operative_appointment_id as appointment, m.device_id,
      k.name as engineer_name, o.gas_safe_id_card, c.outcome,
      (select left(d.row ->> 'text', 200) from data_row d
        where d.type = 'DomainData' and d.row ->> 'fieldName' = 'NoAccessReason'
          and d.row ->> 'value' = c.outcome ->> 'noAccessReasonId'
        order by d.deleted limit 1) as reason
    from job_closing last
    join job home on home.job_id = last.job_id
    cross join lateral (${validClosings("home.property_id")}) v
    join job_closing c on c.message_id = v.message_id
    join job j on j.job_id = v.job_id
    join message m on m.message_id = v.message_id
    join appointment a on a.field_operative_appointment_id = c.field_operative_appointment_id
    join field_operative o on o.field_operative_id = a.field_operative_id
    left join account k on k.field_operative_id = a.field_operative_id
   where last.message_id = $1 and v.closed_on <= last.closed_on`;

interface StepRow {
  readonly appointment: string;
  readonly step: string;
  readonly recordedOn: Date;
  readonly receivedOn: Date;
  readonly clockOffsetMs: number | null;
}

const stepNames: Readonly<Record<string, string>> = {
  Travelling: "Started Travel",
  OnSite: "Arrived to Site",
  AccessGained: "Access Gained",
  JobNoAccess: "Closed without access",
};

async function readSteps({ pool }: Database, attempts: readonly VisitRow[]): Promise<StepRow[]> {
  const { rows } = await pool.query<StepRow>(
    `select field_operative_appointment_id as appointment,
        case type when 'JobNoAccess' then type else payload ->> 'currentStatus' end as step,
        coalesce((payload ->> 'changeTimestamp')::timestamptz, message_created_on) as "recordedOn",
        received_on as "receivedOn", clock_offset_ms as "clockOffsetMs"
      from message
     where job_id = any($1::uuid[]) and field_operative_appointment_id = any($2::uuid[])
       and (message_id = any($3::uuid[])
         or type = 'JobStatusChange' and payload ->> 'currentStatus' in ('Travelling', 'OnSite', 'AccessGained'))
     order by arrival`,
    [
      attempts.map(({ job_id }) => job_id),
      attempts.map(({ appointment }) => appointment),
      attempts.map(({ message_id }) => message_id),
    ],
  );
  return rows;
}

interface ImageRow {
  readonly appointment: string;
  readonly imageId: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly pixels: number;
  readonly takenOn: Date;
  readonly receivedOn: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly isDeleted: boolean;
}

async function readImages({ pool }: Database, attempts: readonly VisitRow[]): Promise<ImageRow[]> {
  const { rows } = await pool.query<ImageRow>(
    `select field_operative_appointment_id as appointment, image_id as "imageId", sha256, bytes,
        width * height as pixels, taken_on as "takenOn", received_on as "receivedOn", latitude, longitude,
        removed_on is not null as "isDeleted"
      from job_image where field_operative_appointment_id = any($1::uuid[])
     order by taken_on, image_id`,
    [attempts.map(({ appointment }) => appointment)],
  );
  return rows;
}

/** The photos that the server has, then those that the engineer's phone named and that have not arrived. */
function listPhotos(
  imageIds: readonly string[],
  images: readonly ImageRow[],
  bytes: ReadonlyMap<string, Uint8Array>,
): AttemptPhoto[] {
  const stored = images.map(({ imageId, latitude, longitude, ...image }): AttemptPhoto => ({
    imageId,
    stored: {
      ...image,
      position: latitude === null || longitude === null ? null : { latitude, longitude },
      bytes: bytes.get(image.sha256) ?? null,
    },
  }));
  const missing = imageIds.filter((id) => !images.some(({ imageId }) => imageId === id));
  return [...stored, ...missing.map((imageId) => ({ imageId, stored: null }))];
}

async function readHome(
  database: Database,
  propertyId: string,
  lastAccess: string | null,
): Promise<AttemptHome> {
  const { rows } = await database.pool.query<{
    address: (string | null)[];
    uprn: string | null;
    landlord: { name: string; address: string } | null;
    due_on: string | null;
  }>(
    `select array[p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode] as address,
        p.uprn, p.landlord, to_char(g.due_on, 'YYYY-MM-DD') as due_on
      from property p left join home_gas g on g.property_id = p.property_id where p.property_id = $1`,
    [propertyId],
  );
  const [home] = rows;
  const business = await readSetting(database, "business");
  return {
    address: home?.address.flatMap((line) => line || []) ?? [],
    uprn: home?.uprn ?? null,
    landlord: home?.landlord ? [home.landlord.name, home.landlord.address].join("\n") : null,
    business: business ? [business.name, business.address].join("\n") : null,
    gasDueOn: home?.due_on ?? null,
    lastAccessOn: lastAccess === null ? null : new Date(lastAccess),
  };
}
