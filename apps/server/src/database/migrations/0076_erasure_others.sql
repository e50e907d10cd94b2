ALTER TABLE "erasure" ADD COLUMN "other_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Nobody knows any more who was at the home at the time of an earlier erasure. Only contacts from now on count as later ones.
UPDATE "erasure" e SET "other_ids" = coalesce(
  (SELECT array_agg(t.property_tenant_id) FROM property_tenant t WHERE t.property_id = e.property_id), '{}')
 WHERE e.person IS NOT NULL;
