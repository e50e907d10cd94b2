ALTER TABLE "device_wipe" ADD COLUMN "unsent_drafts" integer;--> statement-breakpoint
ALTER TABLE "device_wipe" ADD COLUMN "is_proven" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "device_wipe" ADD COLUMN "unproven_on" timestamp (3) with time zone;