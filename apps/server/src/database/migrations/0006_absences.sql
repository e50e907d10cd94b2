CREATE TABLE "absence" (
	"absence_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"type" text NOT NULL,
	"days" jsonb NOT NULL,
	"comment" text,
	"status" smallint DEFAULT 1 NOT NULL,
	"reject_reason" text,
	"reviewer_comment" text,
	"cancel_status" smallint,
	"cancel_comment" text,
	"requested_on" timestamp (3) with time zone NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_on" timestamp (3) with time zone,
	"removed_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "absence_document" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"added_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holiday_year" (
	"holiday_year_id" integer PRIMARY KEY NOT NULL,
	"date_from" date NOT NULL,
	"date_to" date NOT NULL,
	"allowance" double precision,
	"non_working_days" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "absence_operative" ON "absence" USING btree ("field_operative_id");