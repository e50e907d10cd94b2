ALTER TABLE "form_check_due" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "push_due" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "form_check_due" CASCADE;--> statement-breakpoint
DROP TABLE "push_due" CASCADE;--> statement-breakpoint
DROP INDEX "job_closing_to_file";--> statement-breakpoint
ALTER TABLE "job_closing" DROP COLUMN "filed_on";--> statement-breakpoint
ALTER TABLE "job_closing" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "job_closing" DROP COLUMN "next_attempt_on";--> statement-breakpoint
ALTER TABLE "job_closing" DROP COLUMN "error_code";