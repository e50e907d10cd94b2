CREATE TABLE "document" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sha256" text,
	"bytes" integer,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "field_operative" ADD COLUMN "mobile_number" text;--> statement-breakpoint
ALTER TABLE "job_closing" ADD COLUMN "filed_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_message_id_job_closing_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."job_closing"("message_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_job" ON "document" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_once" ON "document" USING btree ("message_id","kind");--> statement-breakpoint
CREATE INDEX "job_closing_to_file" ON "job_closing" USING btree ("delivered_on") WHERE delivered_on is not null and filed_on is null;