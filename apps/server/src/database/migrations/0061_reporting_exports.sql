CREATE TABLE "reporting_export" (
	"export_id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"is_scheduled" boolean NOT NULL,
	"requested_by" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_on" timestamp (3) with time zone,
	"manifest" jsonb
);
--> statement-breakpoint
CREATE TABLE "reporting_export_part" (
	"export_id" uuid NOT NULL,
	"view" text NOT NULL,
	"part" integer NOT NULL,
	"sha256" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "reporting_export_part_export_id_view_part_pk" PRIMARY KEY("export_id","view","part")
);
--> statement-breakpoint
ALTER TABLE "reporting_export_part" ADD CONSTRAINT "reporting_export_part_export_id_reporting_export_export_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."reporting_export"("export_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reporting_export_scheduled" ON "reporting_export" USING btree ("day") WHERE "reporting_export"."is_scheduled";--> statement-breakpoint
CREATE INDEX "reporting_export_created" ON "reporting_export" USING btree ("created_on");--> statement-breakpoint
CREATE INDEX "reporting_export_part_sha256" ON "reporting_export_part" USING btree ("sha256");