ALTER TABLE "account" ADD COLUMN "roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now every office account could do everything.
UPDATE "account" SET "roles" = '{administrator}', "perms" = '{}' WHERE "user_type" = 2;
