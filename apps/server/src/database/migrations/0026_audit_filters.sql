DROP INDEX "device_log_device";--> statement-breakpoint
CREATE INDEX "device_log_received" ON "device_log" USING btree ("received_on","log_id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_object" ON "audit_entry" USING btree ("object_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_time" ON "audit_entry" USING btree ("occurred_on");--> statement-breakpoint
CREATE INDEX "device_log_device" ON "device_log" USING btree ("device_id","received_on","log_id");--> statement-breakpoint
DROP TRIGGER "audit_entry_append_only" ON "audit_entry";--> statement-breakpoint
CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
-- Retention deletes old entries. Nobody deletes those of the last year.
CREATE TRIGGER "audit_entry_kept_for_a_year" BEFORE DELETE ON "audit_entry"
  FOR EACH ROW WHEN (OLD."occurred_on" > now() - interval '1 year') EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
REVOKE UPDATE, TRUNCATE ON "audit_entry" FROM CURRENT_USER;
