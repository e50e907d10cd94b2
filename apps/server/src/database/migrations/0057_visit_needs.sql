CREATE TABLE "attachment" (
	"attachment_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"uploaded_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_attachment" (
	"job_id" uuid NOT NULL,
	"attachment_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "job_attachment_job_id_attachment_id_pk" PRIMARY KEY("job_id","attachment_id")
);
--> statement-breakpoint
ALTER TABLE "property_notification" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "key_safe" jsonb;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "visit_contacts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "required_forms" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_attachment" ADD CONSTRAINT "job_attachment_job_id_job_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("job_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_attachment" ADD CONSTRAINT "job_attachment_attachment_id_attachment_attachment_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachment"("attachment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_uploaded" ON "attachment" USING btree ("uploaded_on");--> statement-breakpoint
CREATE INDEX "job_attachment_attachment" ON "job_attachment" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "property_notification_job" ON "property_notification" USING btree ("job_id") WHERE "property_notification"."job_id" is not null;