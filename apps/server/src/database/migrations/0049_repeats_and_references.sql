CREATE TABLE "recorded_answer" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"result" jsonb NOT NULL,
	"is_answer" boolean NOT NULL,
	"version" text,
	"property_id" uuid,
	"recorded_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "external_reference" (
	"source" text NOT NULL,
	"reference" text NOT NULL,
	"job_id" uuid NOT NULL,
	CONSTRAINT "external_reference_source_reference_pk" PRIMARY KEY("source","reference")
);
--> statement-breakpoint
ALTER TABLE "external_reference" ADD CONSTRAINT "external_reference_job_id_job_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("job_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recorded_answer_recorded" ON "recorded_answer" USING btree ("recorded_on");--> statement-breakpoint
CREATE INDEX "recorded_answer_property" ON "recorded_answer" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "external_reference_job" ON "external_reference" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "external_reference_reference" ON "external_reference" USING btree ("reference");