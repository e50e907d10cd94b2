import { isEndedElsewhere } from "../database/evidence.ts";

/**
 * SQL: the closings of a home that count: the last one of each job under its current appointment, as in
 * `joinLastClosing` of the area of jobs. Jobs that retention has reduced are left out. The statement around it may use no
 * alias \`visited\`, \`ending\` or \`l\` in what it passes.
 */
export const validClosings = (propertyId: string) => `
  select visited.job_id, ending.message_id, ending.kind, ending.closed_on
    from job visited
    cross join lateral (
      select l.message_id, l.kind, l.closed_on from job_closing l
       where l.job_id = visited.job_id
         and l.field_operative_appointment_id = visited.field_operative_appointment_id
         and l.kind in ('JobClose', 'JobNoAccess') and not ${isEndedElsewhere("l.message_id")}
       order by l.received_on desc limit 1) ending
   where visited.property_id = ${propertyId} and visited.status = 'Closed' and visited.reduced_on is null`;

/** SQL: how many attempts without access a home has in a row, as `attemptsInARow` of the domain says. */
export const countAttemptsSql = (propertyId: string) => `(
  with visits as materialized (${validClosings(propertyId)})
  select count(*)::int from visits
   where kind = 'JobNoAccess'
     and closed_on > coalesce((select max(closed_on) from visits where kind = 'JobClose'), '-infinity'))`;
