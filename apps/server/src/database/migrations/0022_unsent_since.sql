ALTER TABLE "device" ADD COLUMN "unsent_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "blocked_keys" integer;