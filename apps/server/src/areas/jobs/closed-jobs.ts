import { isEndedElsewhere } from "../../database/evidence.ts";

/** SQL that the queries over the closed jobs of a property share. */

/** A common table expression: the office's list of reasons for no access. */
export const noAccessReasons = `
  reasons as materialized (
    select d.row ->> 'value' as value, d.row ->> 'text' as text from data_row d
     where d.type = 'DomainData' and not d.deleted and d.row ->> 'fieldName' = 'NoAccessReason')`;

/** The text of the reason of closing `c`; null if access was gained. */
export const noAccessReason = `
  (select left(r.text, 200) from reasons r
    where c.kind = 'JobNoAccess' and r.value = c.outcome ->> 'noAccessReasonId' limit 1)`;

/** Joins job `j` with its closing `c`: the last one of the current appointment says how a job ended. */
export const joinLastClosing = `
  join lateral (
    select * from job_closing c
     where c.job_id = j.job_id and c.field_operative_appointment_id = j.field_operative_appointment_id
       and c.kind in ('JobClose', 'JobNoAccess') and not ${isEndedElsewhere("c.message_id")}
     order by c.received_on desc limit 1) c on true`;
