CREATE TABLE "device_wipe" (
	"wipe_id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"requested_on" timestamp (3) with time zone NOT NULL,
	"without_sending" boolean DEFAULT false NOT NULL,
	"unsent_messages" integer,
	"unsent_images" integer,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reported_on" timestamp (3) with time zone,
	"confirmation_hash" "bytea",
	"confirmed_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wipe_confirmation" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"lost" jsonb NOT NULL,
	"expires_on" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_wipe" ADD CONSTRAINT "device_wipe_device_id_device_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("device_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_wipe_device" ON "device_wipe" USING btree ("device_id","requested_on");--> statement-breakpoint
CREATE UNIQUE INDEX "device_wipe_open" ON "device_wipe" USING btree ("device_id") WHERE "device_wipe"."confirmed_on" is null;