import type { MessageFlag } from "@fieldfare/domain";
import type { PoolClient } from "pg";
import { appointmentEndedFlag, givenBackFlag } from "../database/evidence.ts";
import { isoSql } from "../database/iso-sql.ts";
import type { InboundMessage } from "./inbound-message.ts";
import { afterDisablingFlag } from "./flags.ts";
import { applyRecorded } from "./record.ts";

/**
 * Applies what an engineer recorded while the account was disabled, in the order in which it came, in the open
 * transaction of the client. A repeat applies nothing. The caller has enabled the account. Returns the number of messages.
 */
export function acceptRecorded(client: PoolClient, fieldOperativeId: string): Promise<number> {
  return accept(client, {
    where: "m.field_operative_id = $1 and $2 = any(m.flags)",
    values: [fieldOperativeId, afterDisablingFlag],
    before: afterDisablingFlag,
    after: "accepted-after-enabling",
  });
}

/**
 * Applies what has arrived as evidence for an appointment that had ended, in the order in which it came, in the open
 * transaction of the client. The caller has made the appointment the current one again. What was recorded while the account
 * was disabled waits until that is accepted. That another phone of the engineer has removed the job has no effect. Returns the
 * number of messages.
 */
export function acceptEvidence(
  client: PoolClient,
  jobId: string,
  fieldOperativeAppointmentId: string,
): Promise<number> {
  return accept(client, {
    where: `m.job_id = $1 and m.field_operative_appointment_id = $2 and $3 <> all(m.flags) and m.type <> 'JobRemove'
        and exists (select from unnest(m.flags) flag where starts_with(flag, $4))`,
    values: [jobId, fieldOperativeAppointmentId, afterDisablingFlag, appointmentEndedFlag],
    before: appointmentEndedFlag,
    after: givenBackFlag,
  });
}

interface Accepted {
  /** SQL: which messages `m`. */
  readonly where: string;
  readonly values: readonly string[];
  readonly before: MessageFlag;
  readonly after: MessageFlag;
}

async function accept(client: PoolClient, { where, values, ...flags }: Accepted): Promise<number> {
  const { rows } = await client.query<InboundMessage>(
    `select m.message_id as "messageId", m.type, m.payload, encode(m.content_hash, 'hex') as "contentHash",
         m.job_id as "jobId", m.field_operative_appointment_id as "fieldOperativeAppointmentId",
         m.field_operative_id as "fieldOperativeId", m.device_id as "deviceId",
         '00000000-0000-0000-0000-000000000000' as "familyId", m.correlation_id as "correlationId",
         ${isoSql("m.message_created_on")} as "messageCreatedOn",
         m.mobile_version as "mobileVersion", m.message_version as "messageVersion", m."order",
         m.clock_offset_ms as "clockOffsetMs", null as "clockCorrectionMs",
         case when i.image_id is not null then jsonb_build_object('sha256', i.sha256, 'bytes', i.bytes,
           'contentType', i.content_type, 'width', i.width, 'height', i.height) end as image
       from message m left join job_image i on i.job_id = m.job_id and i.message_id = m.message_id
       where ${where}
       order by m.arrival
       for update of m`,
    [...values],
  );
  if (rows.length > 0) await applyRecorded(client, rows, flags);
  return rows.length;
}
