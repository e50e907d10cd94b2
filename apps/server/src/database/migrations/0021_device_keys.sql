ALTER TABLE "device" ADD COLUMN "public_key" jsonb;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "unsent_messages" integer;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "unsent_reported_on" timestamp (3) with time zone;