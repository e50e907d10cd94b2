ALTER TABLE "account" ADD COLUMN "password_set_on" timestamp (3) with time zone;--> statement-breakpoint
-- The office's pages follow a wipe and its answers as they follow a lock.
CREATE TRIGGER "wipe_added_for_office" AFTER INSERT OR DELETE ON "device_wipe"
  FOR EACH ROW EXECUTE FUNCTION "after_office_change"('devices');
--> statement-breakpoint
-- A phone reports often while it sends: a report that says the same as the last one is no change.
CREATE TRIGGER "wipe_changed_for_office" AFTER UPDATE ON "device_wipe"
  FOR EACH ROW WHEN (to_jsonb(OLD) - 'reported_on' IS DISTINCT FROM to_jsonb(NEW) - 'reported_on'
    OR (OLD."reported_on" IS NULL) <> (NEW."reported_on" IS NULL))
  EXECUTE FUNCTION "after_office_change"('devices');
--> statement-breakpoint
-- They follow also a new password and a code for a forgotten PIN.
DROP TRIGGER "account_changed_for_office" ON "account";
--> statement-breakpoint
CREATE TRIGGER "account_changed_for_office" AFTER UPDATE ON "account"
  FOR EACH ROW WHEN (NEW."field_operative_id" IS NOT NULL
    AND (OLD."name", OLD."disabled_on", OLD."password_set_on") IS DISTINCT FROM (NEW."name", NEW."disabled_on", NEW."password_set_on"))
  EXECUTE FUNCTION "after_office_change"('engineers');
--> statement-breakpoint
CREATE TRIGGER "reset_code_added_for_office" AFTER INSERT OR DELETE ON "pin_reset_code"
  FOR EACH ROW EXECUTE FUNCTION "after_office_change"('engineers');
--> statement-breakpoint
CREATE TRIGGER "reset_code_changed_for_office" AFTER UPDATE ON "pin_reset_code"
  FOR EACH ROW WHEN (OLD."code_hash" <> NEW."code_hash") EXECUTE FUNCTION "after_office_change"('engineers');
