CREATE TABLE "damp_case" (
	"case_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"property_id" uuid NOT NULL,
	"opened_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_on" timestamp (3) with time zone,
	"closed_reason" text
);
--> statement-breakpoint
CREATE TABLE "damp_case_event" (
	"event_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"happened_on" timestamp (3) with time zone NOT NULL,
	"job_id" uuid,
	"hazard" text,
	"account_id" uuid,
	"recorded_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_back_on" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "damp_case" ADD CONSTRAINT "damp_case_property_id_property_property_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."property"("property_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "damp_case_event" ADD CONSTRAINT "damp_case_event_case_id_damp_case_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."damp_case"("case_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "damp_case_open" ON "damp_case" USING btree ("property_id") WHERE "damp_case"."closed_on" is null;--> statement-breakpoint
CREATE INDEX "damp_case_closed" ON "damp_case" USING btree ("closed_on" DESC NULLS FIRST,"case_id") WHERE "damp_case"."closed_on" is not null;--> statement-breakpoint
CREATE INDEX "damp_case_event_case" ON "damp_case_event" USING btree ("case_id");--> statement-breakpoint
CREATE UNIQUE INDEX "damp_case_event_job" ON "damp_case_event" USING btree ("job_id","kind") WHERE "damp_case_event"."job_id" is not null;
--> statement-breakpoint
-- What a job tells of the case of damp and mould at its home. The rules of the case are in the domain.
CREATE FUNCTION "tell_damp_case"("of_case" uuid, "what" text, "moment" timestamptz, "job" uuid, "found" text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO damp_case_event AS e (case_id, kind, happened_on, job_id, hazard)
  SELECT of_case, what, moment, job, found WHERE moment IS NOT NULL
  ON CONFLICT (job_id, kind) WHERE job_id IS NOT NULL
    DO UPDATE SET happened_on = excluded.happened_on, hazard = excluded.hazard
  WHERE (e.happened_on, e.hazard) IS DISTINCT FROM (excluded.happened_on, excluded.hazard);
$$;
--> statement-breakpoint
-- A job for which the form is required reports damp; so does a form of another job that finds a hazard. Jobs at a home with
-- an open case belong to it.
CREATE FUNCTION "file_damp_form"("job" uuid, "form" uuid, "entry" jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  answers jsonb := entry -> 'completedForm';
  is_complete boolean := entry ->> 'completionStatus' IS NOT DISTINCT FROM 'Complete' AND jsonb_typeof(answers) IS NOT DISTINCT FROM 'object';
  is_required boolean := entry ->> 'usageRequirement' IS NOT DISTINCT FROM '3';
  hazard_found text;
  completed timestamptz;
  home uuid;
  created timestamptz;
  gained timestamptz;
  of_case uuid;
BEGIN
  SELECT e.case_id INTO of_case FROM damp_case_event e WHERE e.job_id = job AND e.kind = 'reported';
  IF is_complete THEN
    hazard_found := CASE WHEN answers ->> 'hazard' IN ('significant', 'emergency') THEN answers ->> 'hazard' ELSE 'none' END;
    completed := coalesce(read_moment(entry ->> 'completedOn'), read_moment(entry ->> 'savedOnDateTime'), now());
  END IF;
  IF of_case IS NULL THEN
    IF NOT is_required AND coalesce(hazard_found, 'none') = 'none' THEN RETURN; END IF;
    SELECT j.property_id, j.created_on, read_moment(j.status_timestamps ->> 'AccessGained') INTO home, created, gained
      FROM job j WHERE j.job_id = job;
    IF home IS NULL THEN RETURN; END IF;
    LOOP
      SELECT c.case_id INTO of_case FROM damp_case c WHERE c.property_id = home AND c.closed_on IS NULL;
      EXIT WHEN of_case IS NOT NULL;
      INSERT INTO damp_case (property_id) VALUES (home)
      ON CONFLICT (property_id) WHERE closed_on IS NULL DO NOTHING RETURNING case_id INTO of_case;
      EXIT WHEN of_case IS NOT NULL;
    END LOOP;
    -- A landlord that has not raised the job for damp becomes aware of it by the form.
    PERFORM tell_damp_case(of_case, 'reported', CASE WHEN is_required THEN least(created, completed) ELSE completed END, job, NULL);
    PERFORM tell_damp_case(of_case, 'attended', gained, job, NULL);
  END IF;
  IF is_complete THEN
    PERFORM tell_damp_case(of_case, 'inspected', completed, job, hazard_found);
  ELSE
    DELETE FROM damp_case_event e WHERE e.job_id = job AND e.kind = 'inspected';
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "after_damp_form"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM file_damp_form(NEW.job_id, NEW.custom_form_id, NEW."row");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_form_of_damp" AFTER INSERT OR UPDATE OF "row" ON "job_form"
  FOR EACH ROW WHEN (NEW."custom_form_id" = '0193b3f0-0000-7000-8000-000000000007')
  EXECUTE FUNCTION "after_damp_form"();
--> statement-breakpoint
CREATE FUNCTION "after_damp_visit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_damp_case(e.case_id, 'attended', read_moment(NEW.status_timestamps ->> 'AccessGained'), NEW.job_id, NULL)
    FROM damp_case_event e WHERE e.job_id = NEW.job_id AND e.kind = 'reported';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_of_damp" AFTER UPDATE OF "status" ON "job"
  FOR EACH ROW WHEN (NEW."status" IS DISTINCT FROM OLD."status" AND NEW."status" IN ('AccessGained', 'Closed'))
  EXECUTE FUNCTION "after_damp_visit"();
--> statement-breakpoint
-- The regulations hold from 27 October 2025.
SELECT file_damp_form(f.job_id, f.custom_form_id, f."row") FROM "job_form" f JOIN "job" j ON j.job_id = f.job_id
 WHERE f.custom_form_id = '0193b3f0-0000-7000-8000-000000000007' AND j.created_on >= '2025-10-27 00:00 Europe/London'
 ORDER BY j.created_on, j.job_id;
