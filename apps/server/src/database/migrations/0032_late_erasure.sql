ALTER TABLE "erasure" ADD COLUMN "person" jsonb;--> statement-breakpoint
ALTER TABLE "erasure" ADD COLUMN "image_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "erasure" ADD COLUMN "signatures" text[] DEFAULT '{}' NOT NULL;