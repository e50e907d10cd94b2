-- Tells the servers, with the commit, of which jobs something arrived or was made that the job's own row does not say: messages
-- of phones with their photos, refused messages, documents and checks of forms. They have a field of their own, because a screen that
-- shows the jobs of a day reads nothing of it.
CREATE FUNCTION "after_job_records"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_TABLE_SCHEMA = 'training' THEN RETURN NULL; END IF;
  ids := ARRAY(SELECT DISTINCT job_id FROM changed WHERE job_id IS NOT NULL LIMIT 101);
  IF cardinality(ids) > 0 THEN
    PERFORM pg_notify('office_change', jsonb_build_object('kinds', '[]'::jsonb, 'jobIds', '[]'::jsonb,
      'recordedJobIds', CASE WHEN cardinality(ids) <= 100 THEN to_jsonb(ids) END)::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "message_added_for_office" AFTER INSERT ON "message"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_job_records"();
--> statement-breakpoint
CREATE TRIGGER "refused_message_added_to_job" AFTER INSERT ON "refused_message"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_job_records"();
--> statement-breakpoint
CREATE TRIGGER "document_added_for_office" AFTER INSERT ON "document"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_job_records"();
--> statement-breakpoint
CREATE TRIGGER "document_made_for_office" AFTER UPDATE ON "document"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_job_records"();
--> statement-breakpoint
CREATE TRIGGER "form_checked_for_office" AFTER INSERT ON "form_check"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_job_records"();
--> statement-breakpoint
CREATE TRIGGER "form_checked_again_for_office" AFTER UPDATE ON "form_check"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_job_records"();
