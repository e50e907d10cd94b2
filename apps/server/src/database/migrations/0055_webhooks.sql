CREATE TABLE "webhook" (
	"webhook_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"types" text[] NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"disabled_on" timestamp (3) with time zone,
	"disabled_reason" text,
	"position" bigint NOT NULL,
	"last_delivered_on" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"paused_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"delivery_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"previous_sequence" bigint,
	"type" text NOT NULL,
	"occurred_on" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"ordering_key" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_on" timestamp (3) with time zone,
	"claim" uuid,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"replayed_on" timestamp (3) with time zone,
	"ended_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_secret" (
	"secret_id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_on" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("webhook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secret" ADD CONSTRAINT "webhook_secret_webhook_id_webhook_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("webhook_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_event" ON "webhook_delivery" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_newest" ON "webhook_delivery" USING btree ("webhook_id","delivery_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_sequence" ON "webhook_delivery" USING btree ("webhook_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_delivery_key" ON "webhook_delivery" USING btree ("webhook_id","ordering_key","sequence") WHERE "webhook_delivery"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("webhook_id","next_attempt_on") WHERE "webhook_delivery"."state" = 'waiting' and "webhook_delivery"."next_attempt_on" is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_failed" ON "webhook_delivery" USING btree ("webhook_id","delivery_id") WHERE "webhook_delivery"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_delivery_ended" ON "webhook_delivery" USING btree ("ended_on");--> statement-breakpoint
CREATE INDEX "webhook_secret_webhook" ON "webhook_secret" USING btree ("webhook_id");