CREATE TABLE "push_due" (
	"push_due_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_due_push_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"field_operative_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"device_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscription_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_device_id_device_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscription_operative" ON "push_subscription" USING btree ("field_operative_id");