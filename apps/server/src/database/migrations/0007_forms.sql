CREATE TABLE "form_check" (
	"job_id" uuid NOT NULL,
	"custom_form_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"findings" jsonb NOT NULL,
	"checked_on" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "form_check_job_id_custom_form_id_pk" PRIMARY KEY("job_id","custom_form_id")
);
--> statement-breakpoint
CREATE TABLE "form_check_due" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_definition" (
	"custom_form_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"custom_form_definition_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"row" jsonb NOT NULL,
	"file" text,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_definition_custom_form_id_version_pk" PRIMARY KEY("custom_form_id","version")
);
--> statement-breakpoint
CREATE INDEX "form_definition_id" ON "form_definition" USING btree ("custom_form_definition_id");