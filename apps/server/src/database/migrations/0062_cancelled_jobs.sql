ALTER TABLE "job" ADD COLUMN "cancellation" jsonb;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "cancelled_on" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "job_cancelled" ON "job" USING btree ("cancelled_on") WHERE "job"."cancelled_on" is not null;
--> statement-breakpoint
-- The office cancels a job that nobody has; a phone's message cancels one that it has removed. The feed and the housing system
-- are told in either case.
CREATE FUNCTION "after_cancellation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF writes_events(TG_TABLE_SCHEMA) THEN
    INSERT INTO event_inbox (type, data)
    VALUES ('job.cancelled', jsonb_build_object('jobId', NEW.job_id, 'outcomeId', NEW.outcome_id));
  END IF;
  PERFORM tell_housing_system(NEW.job_id, 'JobStatusUpdate', 'closed', NEW.job_id, NEW.cancelled_on);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_cancelled" AFTER UPDATE OF "cancelled_on" ON "job"
  FOR EACH ROW WHEN (OLD."cancelled_on" IS NULL AND NEW."cancelled_on" IS NOT NULL)
  EXECUTE FUNCTION "after_cancellation"();
--> statement-breakpoint
-- Audit entries about cancellations have events of their own.
CREATE OR REPLACE FUNCTION "after_audit_entry_for_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT writes_events(TG_TABLE_SCHEMA) OR NEW.action = 'job-cancelled' THEN RETURN NULL; END IF;
  IF NEW.action = 'job-cancellation-requested' THEN
    INSERT INTO event_inbox (type, data) VALUES ('job.cancellation-requested', jsonb_build_object('jobId', NEW.object_id,
      'fieldOperativeId', NEW.before -> 'fieldOperativeId', 'isForced', coalesce(NEW.after -> 'force', 'false')));
    RETURN NULL;
  END IF;
  INSERT INTO event_inbox (type, data)
  SELECT event_type, CASE WHEN event_type = 'data-set.changed'
      THEN details || jsonb_build_object('dataSet', data_set_of_table(details ->> 'dataSet')) ELSE details END
    FROM event_of_audit(NEW.action, NEW.object_type, NEW.object_id, NEW.field_operative_id, NEW.before, NEW.after);
  RETURN NULL;
END
$$;
--> statement-breakpoint
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
