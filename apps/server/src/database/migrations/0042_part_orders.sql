CREATE TABLE "part_order" (
	"job_part_id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"is_request" boolean NOT NULL,
	"state" text NOT NULL,
	"requested_on" timestamp (3) with time zone NOT NULL,
	"purchase_order_id" integer,
	"supplier_ticket_number" text,
	"expected_on" date,
	"location" jsonb,
	"reason" text,
	"supplied_part_id" uuid,
	"changed_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "part_order" ADD CONSTRAINT "part_order_job_part_id_job_part_job_part_id_fk" FOREIGN KEY ("job_part_id") REFERENCES "public"."job_part"("job_part_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "part_order_state" ON "part_order" USING btree ("state","requested_on" DESC NULLS FIRST,"job_part_id");--> statement-breakpoint
CREATE INDEX "part_order_requested" ON "part_order" USING btree ("requested_on" DESC NULLS FIRST,"job_part_id");--> statement-breakpoint
CREATE INDEX "part_order_job" ON "part_order" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "part_order_supplied" ON "part_order" USING btree ("supplied_part_id");--> statement-breakpoint
CREATE INDEX "part_order_place" ON "part_order" USING btree ("changed_on" DESC NULLS FIRST) WHERE "part_order"."location" is not null;
--> statement-breakpoint
-- What engineers have collected is in the part itself.
CREATE FUNCTION "after_job_part"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_request boolean := NEW."row" ->> 'usageType' = '3';
  reached text := CASE NEW."row" ->> 'status' WHEN 'Collect' THEN 'ready' WHEN 'Partial' THEN 'ready'
    WHEN 'Collected' THEN 'collected' WHEN 'Excess' THEN 'collected' END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE part_order SET state = reached, changed_on = now()
     WHERE reached IS NOT NULL AND state <> reached
       AND (supplied_part_id = NEW.job_part_id OR (job_part_id = NEW.job_part_id AND NOT part_order.is_request));
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM part_order WHERE supplied_part_id = NEW.job_part_id) THEN RETURN NULL; END IF;
  -- Without a place, what was ordered in advance is over with its job.
  IF NOT is_request AND reached IS NULL AND EXISTS (SELECT FROM job j WHERE j.job_id = NEW.job_id AND j.status = 'Closed')
  THEN RETURN NULL; END IF;
  INSERT INTO part_order (job_part_id, job_id, is_request, state, requested_on)
  VALUES (NEW.job_part_id, NEW.job_id, is_request,
    CASE WHEN is_request THEN 'to-order' ELSE coalesce(reached, 'ordered') END,
    coalesce(read_moment(NEW."row" ->> 'partAddedDateTime'), now()))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_part_is_ordered" AFTER INSERT ON "job_part"
  FOR EACH ROW WHEN (NEW."row" ->> 'usageType' IN ('1', '3')) EXECUTE FUNCTION "after_job_part"();
--> statement-breakpoint
CREATE TRIGGER "job_part_is_collected" AFTER UPDATE ON "job_part"
  FOR EACH ROW WHEN (NEW."row" ->> 'usageType' = '1' AND NEW."row" ->> 'status' IS DISTINCT FROM OLD."row" ->> 'status')
  EXECUTE FUNCTION "after_job_part"();
--> statement-breakpoint
CREATE FUNCTION "forget_ordered_parts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM part_order WHERE job_id = NEW.job_id AND NOT is_request AND state = 'ordered';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_of_ordered_parts" AFTER UPDATE OF "status" ON "job"
  FOR EACH ROW WHEN (NEW."status" = 'Closed' AND OLD."status" <> 'Closed') EXECUTE FUNCTION "forget_ordered_parts"();
--> statement-breakpoint
-- What engineers asked for longer ago has been ordered in another way.
INSERT INTO "part_order" ("job_part_id", "job_id", "is_request", "state", "requested_on")
SELECT p.job_part_id, p.job_id, p."row" ->> 'usageType' = '3',
    CASE WHEN p."row" ->> 'usageType' = '3' THEN 'to-order' WHEN p."row" ->> 'status' = 'NotApplicable' THEN 'ordered'
      ELSE 'ready' END,
    coalesce(read_moment(p."row" ->> 'partAddedDateTime'), now())
  FROM "job_part" p JOIN "job" j ON j.job_id = p.job_id
 WHERE (p."row" ->> 'usageType' = '3' AND read_moment(p."row" ->> 'partAddedDateTime') > now() - interval '60 days')
    OR (p."row" ->> 'usageType' = '1' AND j.status <> 'Closed' AND p."row" ->> 'status' IN ('NotApplicable', 'Collect', 'Partial'));
