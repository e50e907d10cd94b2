-- The extension is on PostgreSQL's list of those that the owner of a database may add.
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;--> statement-breakpoint
DROP INDEX "job_property";--> statement-breakpoint
DROP INDEX "job_when";--> statement-breakpoint
DROP INDEX "command_operative";--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "commands_done_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "tenant_names" text;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "field_operative_id" uuid;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "changed_on" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "job" j SET "changed_on" = clock_timestamp(), "field_operative_id" = (SELECT a."field_operative_id" FROM "appointment" a
 WHERE a."field_operative_appointment_id" = j."field_operative_appointment_id");--> statement-breakpoint
UPDATE "property" p SET "tenant_names" = n.names
  FROM (SELECT property_id, string_agg("row" ->> 'fullName', ' ' ORDER BY property_tenant_id) AS names FROM property_tenant GROUP BY property_id) n
 WHERE n.property_id = p.property_id;--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "search_text" text GENERATED ALWAYS AS (regexp_replace(lower("address_line_1" || coalesce(', ' || nullif("address_line_2", ''), '') || coalesce(', ' || nullif("address_line_3", ''), '') || coalesce(', ' || nullif("address_line_4", ''), '') || ', ' || "postcode" || ' ' || replace("postcode", ' ', '')
    || coalesce(' ' || "uprn", '') || coalesce(' ' || "tenant_names", '')), '[''‘’‛ʼʹ′`´＇]', '', 'g')) STORED;--> statement-breakpoint
CREATE INDEX "refresh_token_expires" ON "refresh_token" USING btree ("expires_on");--> statement-breakpoint
CREATE INDEX "property_search" ON "property" USING gin ("search_text" public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "property_client" ON "property" USING btree ("client_id","postcode",length("address_line_1"),"address_line_1");--> statement-breakpoint
CREATE INDEX "job_status" ON "job" USING btree ("status","appointment_date_time" DESC NULLS FIRST,"formatted_job_id","job_id");--> statement-breakpoint
CREATE INDEX "job_operative" ON "job" USING btree ("field_operative_id","appointment_date_time" DESC NULLS FIRST,"formatted_job_id","job_id");--> statement-breakpoint
CREATE INDEX "job_open" ON "job" USING btree ("field_operative_id") WHERE "job"."status" <> 'Closed';--> statement-breakpoint
CREATE INDEX "job_reference" ON "job" USING btree ("formatted_job_id","job_id");--> statement-breakpoint
CREATE INDEX "job_reference_search" ON "job" USING gin ((regexp_replace(lower("formatted_job_id"), '[''‘’‛ʼʹ′`´＇]', '', 'g')) public.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "job_changed" ON "job" USING btree ("changed_on","job_id");--> statement-breakpoint
CREATE INDEX "job_image_appointment" ON "job_image" USING btree ("field_operative_appointment_id");--> statement-breakpoint
CREATE INDEX "command_when" ON "command" USING btree ("created_on","command_id");--> statement-breakpoint
CREATE INDEX "job_property" ON "job" USING btree ("property_id","appointment_date_time" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_when" ON "job" USING btree ("appointment_date_time" DESC NULLS FIRST,"formatted_job_id","job_id");--> statement-breakpoint
CREATE INDEX "command_operative" ON "command" USING btree ("field_operative_id","created_on","command_id");--> statement-breakpoint
-- A reader leaves out what changed after the start of any transaction that still runs, so the transaction must have its
-- number before the time is taken.
CREATE FUNCTION "before_job_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_current_xact_id();
  NEW.changed_on := clock_timestamp();
  IF TG_OP = 'INSERT' THEN
    NEW.field_operative_id := coalesce((SELECT field_operative_id FROM appointment
      WHERE field_operative_appointment_id = NEW.field_operative_appointment_id), NEW.field_operative_id);
  ELSIF NEW.field_operative_appointment_id IS DISTINCT FROM OLD.field_operative_appointment_id THEN
    NEW.field_operative_id := (SELECT field_operative_id FROM appointment
      WHERE field_operative_appointment_id = NEW.field_operative_appointment_id);
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_change" BEFORE INSERT OR UPDATE ON "job"
  FOR EACH ROW EXECUTE FUNCTION "before_job_change"();
--> statement-breakpoint
-- A job may be stored before its appointment.
CREATE FUNCTION "after_appointment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job SET field_operative_id = NEW.field_operative_id
   WHERE job_id = NEW.job_id AND field_operative_appointment_id = NEW.field_operative_appointment_id
     AND field_operative_id IS DISTINCT FROM NEW.field_operative_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "appointment_added" AFTER INSERT ON "appointment"
  FOR EACH ROW EXECUTE FUNCTION "after_appointment"();
--> statement-breakpoint
CREATE FUNCTION "after_job_closing"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE job SET changed_on = clock_timestamp() WHERE job_id = NEW.job_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_closing_change" AFTER INSERT OR UPDATE OF "delivered_on" ON "job_closing"
  FOR EACH ROW EXECUTE FUNCTION "after_job_closing"();
--> statement-breakpoint
CREATE FUNCTION "after_tenant_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  home uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.property_id ELSE NEW.property_id END;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."row" ->> 'fullName' IS NOT DISTINCT FROM OLD."row" ->> 'fullName' THEN
    RETURN NULL;
  END IF;
  UPDATE property SET tenant_names = (
    SELECT string_agg("row" ->> 'fullName', ' ' ORDER BY property_tenant_id) FROM property_tenant
     WHERE property_id = home)
   WHERE property_id = home;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "property_tenant_change" AFTER INSERT OR UPDATE OR DELETE ON "property_tenant"
  FOR EACH ROW EXECUTE FUNCTION "after_tenant_change"();
