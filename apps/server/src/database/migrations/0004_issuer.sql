ALTER TABLE "field_operative" ADD COLUMN "gas_safe_id_card" text;--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "uprn" text;--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "landlord" jsonb;