CREATE TABLE "withdrawn_form" (
	"custom_form_id" uuid PRIMARY KEY NOT NULL,
	"withdrawn_on" timestamp (3) with time zone NOT NULL,
	"withdrawn_by" text
);
--> statement-breakpoint
ALTER TABLE "form_definition" ADD COLUMN "published_by" text;--> statement-breakpoint
CREATE INDEX "job_form_completed" ON "job_form" USING btree ("custom_form_id") WHERE "job_form"."row" ->> 'completionStatus' = 'Complete';