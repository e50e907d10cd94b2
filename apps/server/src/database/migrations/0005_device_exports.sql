CREATE TABLE "device_export" (
	"batch_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"started_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_export_piece" (
	"batch_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_export_piece_batch_id_index_pk" PRIMARY KEY("batch_id","index")
);
--> statement-breakpoint
ALTER TABLE "device_export_piece" ADD CONSTRAINT "device_export_piece_batch_id_device_export_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."device_export"("batch_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_export_device" ON "device_export" USING btree ("device_id","started_on");