CREATE TABLE "hact_message" (
	"message_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hact_message_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"type" text NOT NULL,
	"step" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"happened_on" timestamp (3) with time zone NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_on" timestamp (3) with time zone,
	"last_attempt_on" timestamp (3) with time zone,
	"last_error" text,
	"sent_on" timestamp (3) with time zone,
	"failed_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "hact_work_order" (
	"reference" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"allocated_by" text,
	"raised_hash" text NOT NULL,
	"scheduled_hash" text,
	"work_elements" jsonb NOT NULL,
	"received_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sending_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "hact_message" ADD CONSTRAINT "hact_message_reference_hact_work_order_reference_fk" FOREIGN KEY ("reference") REFERENCES "public"."hact_work_order"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hact_message_once" ON "hact_message" USING btree ("cause_id","step");--> statement-breakpoint
CREATE INDEX "hact_message_order" ON "hact_message" USING btree ("reference","sequence");--> statement-breakpoint
CREATE INDEX "hact_message_sequence" ON "hact_message" USING btree ("sequence");--> statement-breakpoint
CREATE INDEX "hact_message_waiting" ON "hact_message" USING btree ("sequence") WHERE "hact_message"."sent_on" is null and "hact_message"."failed_on" is null;--> statement-breakpoint
CREATE INDEX "hact_message_failed" ON "hact_message" USING btree ("sequence") WHERE "hact_message"."failed_on" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "hact_work_order_job" ON "hact_work_order" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "property_uprn" ON "property" USING btree ("uprn") WHERE "property"."uprn" is not null;
--> statement-breakpoint
-- Adds a message to the housing system. The lock gives the messages of a work order the order of their commits; its task goes on
-- until none waits, so the first one that waits adds it.
CREATE FUNCTION "tell_housing_system"("job" uuid, "kind" text, "what" text, "cause" uuid, "moment" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  work_order text;
  is_first boolean;
BEGIN
  SELECT w.reference INTO work_order FROM hact_work_order w WHERE w.job_id = job FOR UPDATE;
  IF work_order IS NULL THEN RETURN; END IF;
  is_first := NOT EXISTS (SELECT FROM hact_message m WHERE m.reference = work_order AND m.sent_on IS NULL AND m.failed_on IS NULL);
  INSERT INTO hact_message (reference, type, step, cause_id, happened_on)
  VALUES (work_order, kind, what, cause, coalesce(moment, now()))
  ON CONFLICT (cause_id, step) DO NOTHING;
  IF FOUND AND is_first THEN PERFORM add_task('hact', jsonb_build_object('reference', work_order)); END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "after_hact_appointment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_housing_system(NEW.job_id, 'JobStatusUpdate', 'assigned', NEW.field_operative_appointment_id, NEW.assigned_on);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "appointment_hact" AFTER INSERT ON "appointment" FOR EACH ROW EXECUTE FUNCTION "after_hact_appointment"();
--> statement-breakpoint
-- Steps of visits. What is evidence only, or waits until the office has decided about an account, is no step.
CREATE FUNCTION "after_hact_message"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step record;
BEGIN
  FOR step IN
    SELECT m.job_id, m.message_id, coalesce(read_moment(m.payload ->> 'changeTimestamp'), m.message_created_on) AS moment,
        CASE m.type
          WHEN 'JobStatusChange' THEN CASE m.payload ->> 'currentStatus'
            WHEN 'Travelling' THEN 'travelling' WHEN 'OnSite' THEN 'onSite' WHEN 'AccessGained' THEN 'accessGained'
            WHEN 'New' THEN CASE WHEN m.payload -> 'isAcknowledgement' = 'false'::jsonb THEN 'cancelled' END
            WHEN 'Reset' THEN CASE WHEN m.payload -> 'isAcknowledgement' = 'false'::jsonb THEN 'cancelled' END END
          WHEN 'JobHoldChange' THEN CASE m.payload -> 'isOnHold' WHEN 'true'::jsonb THEN 'held' WHEN 'false'::jsonb THEN 'resumed' END
          WHEN 'JobNoAccess' THEN 'noAccess' WHEN 'JobClose' THEN 'closed' WHEN 'JobRemove' THEN 'removed' END AS name
      FROM added m
      JOIN hact_work_order w ON w.job_id = m.job_id
      JOIN appointment a ON a.field_operative_appointment_id = m.field_operative_appointment_id
     WHERE m.type IN ('JobStatusChange', 'JobHoldChange', 'JobNoAccess', 'JobClose', 'JobRemove')
       AND (a.ended_on IS NULL OR m.type = 'JobRemove')
       AND NOT m.flags && ARRAY['visit-ended-elsewhere', 'recorded-while-disabled']
     ORDER BY m.job_id, m.arrival
  LOOP
    IF step.name IS NOT NULL THEN
      PERFORM tell_housing_system(step.job_id, 'JobStatusUpdate', step.name, step.message_id, step.moment);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "message_hact" AFTER INSERT ON "message" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "after_hact_message"();
--> statement-breakpoint
CREATE FUNCTION "after_hact_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM job j WHERE j.job_id = NEW.job_id
      AND j.field_operative_appointment_id = NEW.field_operative_appointment_id) THEN
    PERFORM tell_housing_system(NEW.job_id, 'WorkOrderComplete', 'delivered', NEW.message_id, NEW.delivered_on);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_closing_hact" AFTER UPDATE OF "delivered_on" ON "job_closing" FOR EACH ROW
WHEN (OLD."delivered_on" IS NULL AND NEW."delivered_on" IS NOT NULL AND NEW."kind" = 'JobClose')
EXECUTE FUNCTION "after_hact_delivery"();
