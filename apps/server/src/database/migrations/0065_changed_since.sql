ALTER TABLE "absence" ADD COLUMN "changed_on" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "device_export" ADD COLUMN "changed_on" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "mileage_server_id" ON "mileage" USING btree ("field_operative_mileage_id");--> statement-breakpoint
CREATE INDEX "mileage_recorded" ON "mileage" USING btree ("date_recorded","created_on","client_field_operative_mileage_id","field_operative_id");--> statement-breakpoint
CREATE INDEX "mileage_operative" ON "mileage" USING btree ("field_operative_id","date_recorded","created_on","client_field_operative_mileage_id");--> statement-breakpoint
CREATE INDEX "absence_changed" ON "absence" USING btree ("changed_on","absence_id");--> statement-breakpoint
CREATE INDEX "device_export_changed" ON "device_export" USING btree ("changed_on","batch_id");--> statement-breakpoint
UPDATE "absence" SET "changed_on" = least(now(), coalesce("removed_on", "decided_on", "received_on"));--> statement-breakpoint
UPDATE "device_export" SET "changed_on" = least(now(), coalesce("completed_on", "started_on"));--> statement-breakpoint
-- A reader leaves out what changed after the start of any transaction that still runs, so the transaction must have its
-- number before the time is taken.
CREATE FUNCTION "before_row_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_current_xact_id();
  NEW.changed_on := clock_timestamp();
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "absence_added" BEFORE INSERT ON "absence" FOR EACH ROW EXECUTE FUNCTION "before_row_change"();
--> statement-breakpoint
CREATE TRIGGER "absence_changed" BEFORE UPDATE ON "absence"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "before_row_change"();
--> statement-breakpoint
CREATE TRIGGER "device_export_added" BEFORE INSERT ON "device_export" FOR EACH ROW EXECUTE FUNCTION "before_row_change"();
--> statement-breakpoint
CREATE TRIGGER "device_export_changed" BEFORE UPDATE ON "device_export"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "before_row_change"();
