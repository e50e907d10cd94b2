CREATE TABLE "pin_reset_code" (
	"field_operative_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"expires_on" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"occurred_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"field_operative_id" uuid,
	"address" text,
	"device_id" uuid,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "disabled_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "token_family" ADD COLUMN "password_given_on" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "awaits_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pin_reset_code" ADD CONSTRAINT "pin_reset_code_field_operative_id_field_operative_field_operative_id_fk" FOREIGN KEY ("field_operative_id") REFERENCES "public"."field_operative"("field_operative_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_operative" ON "audit_entry" USING btree ("field_operative_id","sequence");