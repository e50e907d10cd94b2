-- How visits ended is read from indexes: which of their messages are evidence, and which visit of a job was the first.
DROP INDEX "job_closing_job";--> statement-breakpoint
CREATE INDEX "message_ended_elsewhere" ON "message" USING btree ("message_id") WHERE 'visit-ended-elsewhere' = any("message"."flags");--> statement-breakpoint
CREATE INDEX "job_closing_job" ON "job_closing" USING btree ("job_id","received_on","message_id");