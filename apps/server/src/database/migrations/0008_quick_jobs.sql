CREATE TABLE "client" (
	"client_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"contracts" jsonb NOT NULL,
	"priorities" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_type" (
	"job_detail_type_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"job_category_id" integer NOT NULL,
	"category_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quick_job" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"row" jsonb NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"booked_on" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "client_id" integer;--> statement-breakpoint
CREATE INDEX "quick_job_operative" ON "quick_job" USING btree ("field_operative_id");