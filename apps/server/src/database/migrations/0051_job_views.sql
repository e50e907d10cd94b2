CREATE TABLE "job_view" (
	"view_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"owner_name" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "job_view_owner" ON "job_view" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "job_view_shared" ON "job_view" USING btree ("name") WHERE "job_view"."is_shared";