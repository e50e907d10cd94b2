-- Tells the servers, with the commit, what the office's screens have to read again. A statement notifies once, and names at
-- most 100 jobs: a payload has to be below 8,000 bytes. Jobs of training are nobody's business.
CREATE FUNCTION "notify_office_of_jobs"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('office_change', jsonb_build_object('kinds', jsonb_build_array('jobs'),
      'jobIds', CASE WHEN cardinality(ids) <= 100 THEN to_jsonb(ids) END)::text)
   WHERE cardinality(ids) > 0;
$$;
--> statement-breakpoint
CREATE FUNCTION "after_office_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_SCHEMA = 'training' THEN RETURN NULL; END IF;
  PERFORM notify_office_of_jobs(ARRAY(SELECT DISTINCT job_id FROM changed WHERE job_id IS NOT NULL LIMIT 101));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "after_job_acknowledgements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_SCHEMA = 'training' THEN RETURN NULL; END IF;
  PERFORM notify_office_of_jobs(ARRAY(SELECT DISTINCT a.job_id FROM changed c
    JOIN appointment a ON a.field_operative_appointment_id = c.field_operative_appointment_id LIMIT 101));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "after_command_acknowledgements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_SCHEMA = 'training' THEN RETURN NULL; END IF;
  PERFORM notify_office_of_jobs(ARRAY(SELECT DISTINCT m.job_id FROM changed c
    JOIN command m ON m.command_id = c.command_id WHERE m.job_id IS NOT NULL LIMIT 101));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "after_office_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_SCHEMA = 'training' THEN RETURN NULL; END IF;
  PERFORM pg_notify('office_change', jsonb_build_object('kinds', jsonb_build_array(TG_ARGV[0]), 'jobIds', '[]'::jsonb)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_added_for_office" AFTER INSERT ON "job"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_office_jobs"();
--> statement-breakpoint
CREATE TRIGGER "job_changed_for_office" AFTER UPDATE ON "job"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_office_jobs"();
--> statement-breakpoint
CREATE TRIGGER "job_removed_for_office" AFTER DELETE ON "job"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_office_jobs"();
--> statement-breakpoint
CREATE TRIGGER "command_added_for_office" AFTER INSERT ON "command"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_office_jobs"();
--> statement-breakpoint
CREATE TRIGGER "removal_rejected_for_office" AFTER INSERT ON "removal_rejection"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_office_jobs"();
--> statement-breakpoint
CREATE TRIGGER "job_acknowledged_for_office" AFTER INSERT ON "job_acknowledgement"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_job_acknowledgements"();
--> statement-breakpoint
CREATE TRIGGER "command_acknowledged_for_office" AFTER INSERT ON "command_acknowledgement"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_command_acknowledgements"();
--> statement-breakpoint
CREATE TRIGGER "absence_changed_for_office" AFTER INSERT OR UPDATE OR DELETE ON "absence"
  FOR EACH ROW EXECUTE FUNCTION "after_office_change"('absences');
--> statement-breakpoint
CREATE TRIGGER "account_added_for_office" AFTER INSERT ON "account"
  FOR EACH ROW WHEN (NEW."field_operative_id" IS NOT NULL) EXECUTE FUNCTION "after_office_change"('engineers');
--> statement-breakpoint
CREATE TRIGGER "account_changed_for_office" AFTER UPDATE ON "account"
  FOR EACH ROW WHEN (NEW."field_operative_id" IS NOT NULL AND (OLD."name", OLD."disabled_on") IS DISTINCT FROM (NEW."name", NEW."disabled_on"))
  EXECUTE FUNCTION "after_office_change"('engineers');
--> statement-breakpoint
CREATE TRIGGER "device_added_for_office" AFTER INSERT ON "device"
  FOR EACH ROW EXECUTE FUNCTION "after_office_change"('devices');
--> statement-breakpoint
-- A phone's contact alone, once a minute for each, is no change.
CREATE TRIGGER "device_changed_for_office" AFTER UPDATE ON "device"
  FOR EACH ROW WHEN ((OLD."field_operative_id", OLD."locked", OLD."awaits_approval", OLD."name", OLD."unsent_messages", OLD."unsent_since", OLD."blocked_keys")
    IS DISTINCT FROM (NEW."field_operative_id", NEW."locked", NEW."awaits_approval", NEW."name", NEW."unsent_messages", NEW."unsent_since", NEW."blocked_keys"))
  EXECUTE FUNCTION "after_office_change"('devices');
--> statement-breakpoint
CREATE TRIGGER "refused_message_for_office" AFTER INSERT OR UPDATE ON "refused_message"
  FOR EACH ROW EXECUTE FUNCTION "after_office_change"('refused-messages');
