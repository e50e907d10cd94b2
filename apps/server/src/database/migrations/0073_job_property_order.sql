-- The jobs of a home in the order of a list: those of many homes are sorted without reading them.
DROP INDEX "job_property";--> statement-breakpoint
CREATE INDEX "job_property" ON "job" USING btree ("property_id","appointment_date_time" DESC NULLS FIRST,"formatted_job_id","job_id");
