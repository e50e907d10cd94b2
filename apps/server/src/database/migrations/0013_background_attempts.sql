ALTER TABLE "job_closing" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_closing" ADD COLUMN "next_attempt_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "job_closing" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "form_check_due" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "form_check_due" ADD COLUMN "next_attempt_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "form_check_due" ADD COLUMN "error_code" text;