CREATE TABLE "removed_record" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"message_id" uuid NOT NULL,
	"row" jsonb NOT NULL,
	"removed_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "draft_hash" text;