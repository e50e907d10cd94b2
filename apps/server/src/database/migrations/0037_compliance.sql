CREATE TABLE "home_gas" (
	"property_id" uuid PRIMARY KEY NOT NULL,
	"has_gas_appliance" boolean DEFAULT false NOT NULL,
	"record_job_id" uuid,
	"checked_on" date,
	"due_on" date
);
--> statement-breakpoint
CREATE TABLE "safety_form" (
	"job_id" uuid NOT NULL,
	"custom_form_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"completed_on" timestamp (3) with time zone NOT NULL,
	"dated_on" date NOT NULL,
	"due_on" date,
	"has_findings" boolean NOT NULL,
	CONSTRAINT "safety_form_job_id_custom_form_id_pk" PRIMARY KEY("job_id","custom_form_id")
);
--> statement-breakpoint
ALTER TABLE "home_gas" ADD CONSTRAINT "home_gas_property_id_property_property_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."property"("property_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "home_gas_due" ON "home_gas" USING btree ("due_on","property_id");--> statement-breakpoint
CREATE INDEX "home_gas_without_record" ON "home_gas" USING btree ("property_id") WHERE "home_gas"."has_gas_appliance" and "home_gas"."due_on" is null;--> statement-breakpoint
CREATE INDEX "safety_form_property" ON "safety_form" USING btree ("property_id","custom_form_id");--> statement-breakpoint
CREATE INDEX "safety_form_findings" ON "safety_form" USING btree ("custom_form_id","completed_on" DESC NULLS FIRST,"job_id") WHERE "safety_form"."has_findings";--> statement-breakpoint
CREATE INDEX "job_closing_no_access" ON "job_closing" USING btree ("closed_on" DESC NULLS FIRST,"message_id") WHERE "job_closing"."kind" = 'JobNoAccess';
--> statement-breakpoint
-- Answers come from phones and are never refused, so a text that is no day is no error either.
CREATE FUNCTION "read_day"("answer" text) RETURNS date LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF answer !~ '^\d{4}-\d{2}-\d{2}$' THEN RETURN NULL; END IF;
  RETURN answer::date;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "read_moment"("answer" text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN answer::timestamptz;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The last record of the home: a phone may send an earlier one later.
CREATE FUNCTION "update_gas_record"("home" uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO home_gas AS g (property_id, record_job_id, checked_on, due_on)
  SELECT p.property_id, s.job_id, s.dated_on, s.due_on
    FROM property p
    LEFT JOIN LATERAL (
      SELECT job_id, dated_on, due_on FROM safety_form
       WHERE property_id = p.property_id AND custom_form_id = '0193b3f0-0000-7000-8000-000000000001'
       ORDER BY dated_on DESC, completed_on DESC, job_id LIMIT 1) s ON true
   WHERE p.property_id = home
  ON CONFLICT (property_id) DO UPDATE
    SET record_job_id = excluded.record_job_id, checked_on = excluded.checked_on, due_on = excluded.due_on
  WHERE (g.record_job_id, g.checked_on, g.due_on) IS DISTINCT FROM (excluded.record_job_id, excluded.checked_on, excluded.due_on);
$$;
--> statement-breakpoint
CREATE FUNCTION "file_safety_form"("job" uuid, "form" uuid, "entry" jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_record boolean := form = '0193b3f0-0000-7000-8000-000000000001';
  answers jsonb := entry -> 'completedForm';
  home uuid;
  completed timestamptz;
  dated date;
  has_findings boolean;
BEGIN
  SELECT j.property_id INTO home FROM job j WHERE j.job_id = job;
  IF home IS NULL THEN RETURN; END IF;
  IF entry ->> 'completionStatus' IS DISTINCT FROM 'Complete' OR jsonb_typeof(answers) IS DISTINCT FROM 'object' THEN
    DELETE FROM safety_form s WHERE s.job_id = job AND s.custom_form_id = form;
    IF FOUND AND is_record THEN PERFORM update_gas_record(home); END IF;
    RETURN;
  END IF;
  completed := coalesce(read_moment(entry ->> 'completedOn'), read_moment(entry ->> 'savedOnDateTime'), now());
  -- A day after the form was completed was mistyped.
  dated := least(coalesce(read_day(answers ->> 'inspectionDate'), read_day(answers ->> 'date'), 'infinity'),
    (completed AT TIME ZONE 'Europe/London')::date);
  -- The domain reads the answers again: here it is enough that nothing is left out.
  has_findings := CASE form
    WHEN '0193b3f0-0000-7000-8000-000000000003' THEN true
    WHEN '0193b3f0-0000-7000-8000-000000000007' THEN coalesce(answers ->> 'hazard', 'none') <> 'none'
    ELSE answers @? '$.appliances[*] ? (@.hasDefect == "yes" || @.safeToUse == "no")'
      OR answers ->> 'pipeworkVisual' = 'fail' OR answers ->> 'tightnessTest' = 'fail'
      OR answers ->> 'equipotentialBonding' = 'no' OR answers ->> 'emergencyControlAccessible' = 'no' END;
  INSERT INTO safety_form AS s (job_id, custom_form_id, property_id, completed_on, dated_on, due_on, has_findings)
  VALUES (job, form, home, completed, dated,
    -- The rule of the next check gives at most 14 months: a later day was mistyped.
    CASE WHEN is_record THEN least(coalesce(read_day(answers ->> 'nextInspectionDue'), dated + interval '12 months'),
      dated + interval '14 months') END,
    coalesce(has_findings, false))
  ON CONFLICT (job_id, custom_form_id) DO UPDATE SET property_id = excluded.property_id,
    completed_on = excluded.completed_on, dated_on = excluded.dated_on, due_on = excluded.due_on,
    has_findings = excluded.has_findings;
  IF is_record THEN PERFORM update_gas_record(home); END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "after_safety_form"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM file_safety_form(NEW.job_id, NEW.custom_form_id, NEW."row");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "job_form_of_safety" AFTER INSERT OR UPDATE OF "row" ON "job_form"
  FOR EACH ROW WHEN (NEW."custom_form_id" IN ('0193b3f0-0000-7000-8000-000000000001', '0193b3f0-0000-7000-8000-000000000003',
    '0193b3f0-0000-7000-8000-000000000007'))
  EXECUTE FUNCTION "after_safety_form"();
--> statement-breakpoint
-- Natural gas and LPG of the list of fuels, as in the domain.
CREATE FUNCTION "burns_gas"("appliance" jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(appliance ->> 'fuelType' IN ('1', '2') AND appliance ->> 'scrapped' IS DISTINCT FROM 'true', false);
$$;
--> statement-breakpoint
CREATE FUNCTION "after_gas_appliance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  home uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.property_id ELSE NEW.property_id END;
  burnt boolean := TG_OP <> 'INSERT' AND burns_gas(OLD."row");
  burns boolean := TG_OP <> 'DELETE' AND burns_gas(NEW."row");
BEGIN
  IF burnt = burns THEN RETURN NULL; END IF;
  INSERT INTO home_gas AS g (property_id, has_gas_appliance)
  SELECT property_id, EXISTS (SELECT FROM property_asset a WHERE a.property_id = home AND burns_gas(a."row"))
    FROM property WHERE property_id = home
  ON CONFLICT (property_id) DO UPDATE SET has_gas_appliance = excluded.has_gas_appliance
  WHERE g.has_gas_appliance <> excluded.has_gas_appliance;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "property_asset_of_gas" AFTER INSERT OR UPDATE OR DELETE ON "property_asset"
  FOR EACH ROW EXECUTE FUNCTION "after_gas_appliance"();
--> statement-breakpoint
INSERT INTO "home_gas" ("property_id", "has_gas_appliance")
SELECT DISTINCT a.property_id, true FROM property_asset a JOIN property p ON p.property_id = a.property_id WHERE burns_gas(a."row");
--> statement-breakpoint
SELECT file_safety_form(job_id, custom_form_id, "row") FROM "job_form"
 WHERE custom_form_id IN ('0193b3f0-0000-7000-8000-000000000001', '0193b3f0-0000-7000-8000-000000000003',
   '0193b3f0-0000-7000-8000-000000000007') AND "row" ->> 'completionStatus' = 'Complete';
