ALTER TABLE "appointment" ADD COLUMN "appointment_date_time" timestamp (3) with time zone;--> statement-breakpoint
-- What an ended appointment had as its time is not known any more: the job's is the best that there is.
UPDATE "appointment" a SET "appointment_date_time" = (SELECT j."appointment_date_time" FROM "job" j WHERE j."job_id" = a."job_id");--> statement-breakpoint
ALTER TABLE "appointment" ALTER COLUMN "appointment_date_time" SET NOT NULL;--> statement-breakpoint
-- The tables of training have no views. An earlier migration made this view of jobs anew when it ran for training, and it then
-- read the jobs of training: it is made once more.
DO $migration$
BEGIN
IF current_schema() = 'training' THEN
  RETURN;
END IF;
CREATE OR REPLACE VIEW "reporting"."jobs" AS
SELECT j.job_id, j.formatted_job_id AS reference, j.property_id, j.status, j.outcome_id,
    CASE j.outcome_id WHEN 1 THEN 'Complete' WHEN 2 THEN 'Complete (Van Stock Required)' WHEN 3 THEN 'Parts Required'
      WHEN 4 THEN 'Revisit Required' WHEN 5 THEN 'Referral' WHEN 6 THEN 'Abandoned - Duplicate'
      WHEN 7 THEN 'Abandoned - Property Contact' WHEN 8 THEN 'Abandoned - Not Required' END AS outcome,
    j.job_category_id AS category_id, j.category_name AS category, j.job_detail_type_id AS detail_type_id,
    j.detail_type_name AS detail_type, j.job_stage_id AS stage_id, j.job_priority AS priority,
    j.appointment_date_time AS appointment_on, j.field_operative_appointment_id AS visit_id,
    j.field_operative_id AS engineer_id, (j.hold IS NOT NULL) AS is_on_hold,
    reporting.read_number(j.hold -> 'holdReasonId')::int AS hold_reason_id, j.created_on,
    reporting.read_moment(j.status_timestamps ->> 'Travelling') AS travelling_on,
    reporting.read_moment(j.status_timestamps ->> 'OnSite') AS on_site_on,
    reporting.read_moment(j.status_timestamps ->> 'AccessGained') AS access_gained_on,
    reporting.read_moment(j.status_timestamps ->> 'Closed') AS closed_on,
    (q.job_id IS NOT NULL) AS is_raised_on_site, j.state_changed_on, j.changed_on, j.reduced_on, j.cancelled_on
  FROM job j LEFT JOIN quick_job q ON q.job_id = j.job_id;

CREATE OR REPLACE VIEW "reporting"."visits" AS
SELECT a.field_operative_appointment_id AS visit_id, a.job_id, a.field_operative_id AS engineer_id, a.assigned_on,
    a.ended_on AS unassigned_on, a.ended_reason AS unassigned_reason,
    (j.field_operative_appointment_id = a.field_operative_appointment_id) IS TRUE AS is_current,
    c.kind AS ending, reporting.read_number(c.outcome -> 'outcomeId')::int AS outcome_id,
    reporting.read_number(c.outcome -> 'noAccessReasonId')::int AS no_access_reason_id,
    c.closed_on AS ended_on, c.received_on AS ending_received_on, c.delivered_on,
    jsonb_array_length(reporting.read_list(c.manifest)) AS images_expected, a.appointment_date_time AS appointment_on
  FROM appointment a
  LEFT JOIN job j ON j.job_id = a.job_id
  LEFT JOIN LATERAL (
    SELECT c.* FROM job_closing c
     WHERE c.job_id = a.job_id AND c.field_operative_appointment_id = a.field_operative_appointment_id
     ORDER BY c.received_on DESC, c.message_id LIMIT 1) c ON true;
END
$migration$;
