CREATE TABLE "account" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"user_type" smallint NOT NULL,
	"perms" text[] DEFAULT '{}' NOT NULL,
	"field_operative_id" uuid,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm" (
	"alarm_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alarm_alarm_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"raised_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appointment" (
	"field_operative_appointment_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"assigned_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_on" timestamp (3) with time zone,
	"ended_reason" text
);
--> statement-breakpoint
CREATE TABLE "command" (
	"command_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"type" text NOT NULL,
	"job_id" uuid,
	"body" jsonb NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "command_acknowledgement" (
	"command_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"details" text,
	"acknowledged_on" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "command_acknowledgement_command_id_device_id_pk" PRIMARY KEY("command_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "contact_favourite" (
	"field_operative_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"is_favourite" boolean NOT NULL,
	"change_timestamp" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "contact_favourite_field_operative_id_contact_id_pk" PRIMARY KEY("field_operative_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "data_row" (
	"type" text NOT NULL,
	"row_id" text NOT NULL,
	"row" jsonb NOT NULL,
	"changed_on" bigint NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "data_row_type_row_id_pk" PRIMARY KEY("type","row_id")
);
--> statement-breakpoint
CREATE TABLE "data_set" (
	"type" text PRIMARY KEY NOT NULL,
	"changed_on" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device" (
	"device_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"pin_hash" text NOT NULL,
	"pin_failed_count" integer DEFAULT 0 NOT NULL,
	"pin_changed_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"installation" jsonb NOT NULL,
	"installed_on" timestamp (3) with time zone NOT NULL,
	"registered_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_contact_on" timestamp (3) with time zone,
	"app_version" text,
	"clock_offset_ms" double precision
);
--> statement-breakpoint
CREATE TABLE "device_log" (
	"log_id" uuid PRIMARY KEY NOT NULL,
	"field_operative_id" uuid NOT NULL,
	"device_id" uuid,
	"command_id" uuid,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"details" text,
	"logged_on" timestamp (3) with time zone NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_report" (
	"report_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_report_report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"field_operative_id" uuid NOT NULL,
	"device_id" uuid,
	"command_id" uuid,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engineering_note" (
	"engineering_note_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "field_operative" (
	"field_operative_id" uuid PRIMARY KEY NOT NULL,
	"records_mileage" boolean DEFAULT true NOT NULL,
	"request_signature" boolean DEFAULT false NOT NULL,
	"signature" text,
	"signature_updated_on" timestamp (3) with time zone,
	"favourites_version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"formatted_job_id" text NOT NULL,
	"property_id" uuid NOT NULL,
	"field_operative_appointment_id" uuid,
	"appointment_date_time" timestamp (3) with time zone NOT NULL,
	"client_preferred_time_name" text,
	"task_details" text,
	"job_category_id" integer NOT NULL,
	"job_detail_type_id" integer NOT NULL,
	"job_stage_id" integer,
	"category_name" text NOT NULL,
	"detail_type_name" text NOT NULL,
	"access_notes" text,
	"job_priority" text,
	"status" text DEFAULT 'New' NOT NULL,
	"status_timestamps" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hold" jsonb,
	"outcome_id" integer,
	"part_required_confirmed" boolean DEFAULT false NOT NULL,
	"state_changed_on" timestamp (3) with time zone,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_acknowledgement" (
	"device_id" uuid NOT NULL,
	"field_operative_appointment_id" uuid NOT NULL,
	"acknowledged_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_acknowledgement_device_id_field_operative_appointment_id_pk" PRIMARY KEY("device_id","field_operative_appointment_id")
);
--> statement-breakpoint
CREATE TABLE "job_closing" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"field_operative_appointment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number_of_messages" integer NOT NULL,
	"manifest" jsonb NOT NULL,
	"outcome" jsonb NOT NULL,
	"form_photo_image_ids" uuid[] DEFAULT '{}' NOT NULL,
	"closed_on" timestamp (3) with time zone NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "job_form" (
	"job_id" uuid NOT NULL,
	"custom_form_id" uuid NOT NULL,
	"row" jsonb NOT NULL,
	CONSTRAINT "job_form_job_id_custom_form_id_pk" PRIMARY KEY("job_id","custom_form_id")
);
--> statement-breakpoint
CREATE TABLE "job_image" (
	"image_id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"field_operative_appointment_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"associate_to_job" boolean NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"taken_on" timestamp (3) with time zone NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_part" (
	"job_part_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_sor" (
	"job_id" uuid NOT NULL,
	"sor_code_id" integer NOT NULL,
	"row" jsonb NOT NULL,
	CONSTRAINT "job_sor_job_id_sor_code_id_pk" PRIMARY KEY("job_id","sor_code_id")
);
--> statement-breakpoint
CREATE TABLE "lane" (
	"device_id" uuid NOT NULL,
	"incarnation" uuid NOT NULL,
	"lane" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "lane_device_id_incarnation_lane_pk" PRIMARY KEY("device_id","incarnation","lane")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"arrival" bigint GENERATED ALWAYS AS IDENTITY (sequence name "message_arrival_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"payload" jsonb NOT NULL,
	"job_id" uuid,
	"field_operative_appointment_id" uuid,
	"field_operative_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"correlation_id" uuid,
	"message_created_on" timestamp (3) with time zone NOT NULL,
	"mobile_version" text NOT NULL,
	"message_version" integer NOT NULL,
	"order" jsonb,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"clock_offset_ms" double precision,
	"flags" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mileage" (
	"field_operative_id" uuid NOT NULL,
	"client_field_operative_mileage_id" uuid NOT NULL,
	"field_operative_mileage_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mileage_field_operative_mileage_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vehicle" jsonb NOT NULL,
	"current_mileage" integer NOT NULL,
	"previous_vehicle" jsonb,
	"previous_vehicle_mileage" integer,
	"date_recorded" timestamp (3) with time zone NOT NULL,
	"created_on" timestamp (3) with time zone NOT NULL,
	"modified_on" timestamp (3) with time zone NOT NULL,
	"removed_on" timestamp (3) with time zone,
	CONSTRAINT "mileage_field_operative_id_client_field_operative_mileage_id_pk" PRIMARY KEY("field_operative_id","client_field_operative_mileage_id")
);
--> statement-breakpoint
CREATE TABLE "notice_confirmation" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"field_operative_appointment_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"property_notification_id" uuid,
	"confirmed_on" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property" (
	"property_id" uuid PRIMARY KEY NOT NULL,
	"address_line_1" text NOT NULL,
	"address_line_2" text,
	"address_line_3" text,
	"address_line_4" text,
	"postcode" text NOT NULL,
	"coordinates_latitude" double precision,
	"coordinates_longitude" double precision,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property_asset" (
	"property_asset_id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property_notification" (
	"property_notification_id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"code" text NOT NULL,
	"description" text NOT NULL,
	"severity" smallint NOT NULL,
	"alert_engineer" boolean NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "property_tenant" (
	"property_tenant_id" uuid PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_on" timestamp (3) with time zone NOT NULL,
	"used_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refused_message" (
	"refused_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refused_message_refused_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"field_operative_id" uuid NOT NULL,
	"device_id" uuid,
	"message_id" uuid,
	"type" text NOT NULL,
	"job_id" uuid,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_received_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removal_rejection" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"field_operative_appointment_id" uuid NOT NULL,
	"reason" smallint NOT NULL,
	"comment" text NOT NULL,
	"rejected_on" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failure" (
	"failure_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_failure_failure_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"address" text NOT NULL,
	"failed_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_family" (
	"family_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"device_id" uuid,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_on" timestamp (3) with time zone,
	"revoked_reason" text
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_field_operative_id_field_operative_field_operative_id_fk" FOREIGN KEY ("field_operative_id") REFERENCES "public"."field_operative"("field_operative_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment" ADD CONSTRAINT "appointment_job_id_job_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("job_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment" ADD CONSTRAINT "appointment_field_operative_id_field_operative_field_operative_id_fk" FOREIGN KEY ("field_operative_id") REFERENCES "public"."field_operative"("field_operative_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command" ADD CONSTRAINT "command_field_operative_id_field_operative_field_operative_id_fk" FOREIGN KEY ("field_operative_id") REFERENCES "public"."field_operative"("field_operative_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_field_operative_id_field_operative_field_operative_id_fk" FOREIGN KEY ("field_operative_id") REFERENCES "public"."field_operative"("field_operative_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_property_id_property_property_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."property"("property_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_notification" ADD CONSTRAINT "property_notification_property_id_property_property_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."property"("property_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_family_id_token_family_family_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."token_family"("family_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_family" ADD CONSTRAINT "token_family_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "account_operative" ON "account" USING btree ("field_operative_id");--> statement-breakpoint
CREATE INDEX "appointment_operative" ON "appointment" USING btree ("field_operative_id","ended_on");--> statement-breakpoint
CREATE INDEX "appointment_job" ON "appointment" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "command_operative" ON "command" USING btree ("field_operative_id","created_on");--> statement-breakpoint
CREATE INDEX "data_row_changed" ON "data_row" USING btree ("type","changed_on");--> statement-breakpoint
CREATE INDEX "device_operative" ON "device" USING btree ("field_operative_id");--> statement-breakpoint
CREATE INDEX "device_log_device" ON "device_log" USING btree ("device_id","logged_on");--> statement-breakpoint
CREATE INDEX "device_report_device" ON "device_report" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "engineering_note_job" ON "engineering_note" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "job_appointment" ON "job" USING btree ("field_operative_appointment_id");--> statement-breakpoint
CREATE INDEX "job_property" ON "job" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "job_when" ON "job" USING btree ("appointment_date_time");--> statement-breakpoint
CREATE INDEX "job_closing_job" ON "job_closing" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "job_image_job" ON "job_image" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "job_part_job" ON "job_part" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "message_job" ON "message" USING btree ("job_id","arrival");--> statement-breakpoint
CREATE INDEX "notice_confirmation_job" ON "notice_confirmation" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "property_asset_property" ON "property_asset" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "property_notification_property" ON "property_notification" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "property_tenant_property" ON "property_tenant" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "refresh_token_family" ON "refresh_token" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "refused_message_job" ON "refused_message" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refused_message_once" ON "refused_message" USING btree ("message_id","field_operative_id","code");--> statement-breakpoint
CREATE INDEX "removal_rejection_job" ON "removal_rejection" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "sign_in_failure_who" ON "sign_in_failure" USING btree ("email","address","failed_on");--> statement-breakpoint
CREATE INDEX "token_family_account" ON "token_family" USING btree ("account_id");