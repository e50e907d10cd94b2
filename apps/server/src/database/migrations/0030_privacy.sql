CREATE TABLE "erasure" (
	"property_tenant_id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"erased_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kept_job_ids" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_run" (
	"run_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retention_run_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"started_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_on" timestamp (3) with time zone,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unused_object" (
	"sha256" text PRIMARY KEY NOT NULL,
	"marked_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "reduced_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "reduced_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "removed_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "job_image" ADD COLUMN "removed_on" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "retention_run_started" ON "retention_run" USING btree ("started_on");--> statement-breakpoint
CREATE INDEX "unused_object_marked" ON "unused_object" USING btree ("marked_on");--> statement-breakpoint
CREATE INDEX "device_report_received" ON "device_report" USING btree ("received_on");--> statement-breakpoint
CREATE INDEX "removed_record_removed" ON "removed_record" USING btree ("removed_on");--> statement-breakpoint
CREATE INDEX "removed_record_message" ON "removed_record" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_reducible" ON "message" USING btree ("received_on") WHERE "message"."job_id" is null and "message"."reduced_on" is null;--> statement-breakpoint
CREATE INDEX "refused_message_last" ON "refused_message" USING btree ("last_received_on");--> statement-breakpoint
CREATE INDEX "document_sha256" ON "document" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "job_closing_received" ON "job_closing" USING btree ("received_on");--> statement-breakpoint
CREATE INDEX "job_image_sha256" ON "job_image" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "job_image_received" ON "job_image" USING btree ("received_on") WHERE "job_image"."removed_on" is null;--> statement-breakpoint
CREATE INDEX "mileage_modified" ON "mileage" USING btree ("modified_on");--> statement-breakpoint
CREATE INDEX "absence_received" ON "absence" USING btree ("received_on");--> statement-breakpoint
CREATE INDEX "command_job" ON "command" USING btree ("job_id");