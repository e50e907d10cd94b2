-- Opens a closed case again for a job whose form finds a hazard, or gives the job, also one that was raised from the case, to the case
-- that is open at the home. Returns the case of the job.
CREATE OR REPLACE FUNCTION "reopen_damp_case"("closed_case" uuid, "job" uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  was damp_case;
  open_case uuid;
BEGIN
  SELECT * INTO was FROM damp_case c WHERE c.case_id = closed_case FOR UPDATE;
  IF was.closed_on IS NULL THEN RETURN closed_case; END IF;
  LOOP
    SELECT c.case_id INTO open_case FROM damp_case c WHERE c.property_id = was.property_id AND c.closed_on IS NULL FOR UPDATE;
    IF open_case IS NOT NULL THEN
      UPDATE damp_case_event e SET case_id = open_case
       WHERE e.job_id = job AND e.kind IN ('reported', 'raised', 'attended', 'inspected');
      RETURN open_case;
    END IF;
    BEGIN
      UPDATE damp_case c SET closed_on = NULL, closed_reason = NULL WHERE c.case_id = closed_case;
      EXIT;
    EXCEPTION WHEN unique_violation THEN
      -- Another case was opened at the home in this moment.
    END;
  END LOOP;
  INSERT INTO damp_case_event (case_id, kind, happened_on, account_id)
  VALUES (closed_case, 'closed', was.closed_on, (
    SELECT a.actor_id FROM audit_entry a
     WHERE a.object_id = closed_case::text AND a.action = 'damp-case-closed' ORDER BY a.sequence DESC LIMIT 1));
  PERFORM tell_damp_case(closed_case, 'reopened', now(), job, NULL);
  -- The lock of the audit, which gives its entries the order of their commits.
  PERFORM pg_advisory_xact_lock(4600003);
  INSERT INTO audit_entry (action, object_type, object_id, before, after)
  VALUES ('damp-case-reopened', 'damp-case', closed_case::text,
    jsonb_build_object('closedOn', to_char(was.closed_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', was.closed_reason),
    jsonb_build_object('jobId', job));
  RETURN closed_case;
END
$$;
--> statement-breakpoint
-- A job for which the form is required reports damp; so does a form of another job that finds a hazard. Jobs at a home with
-- an open case belong to it. A hazard that a closed case does not know opens it again, also where its job was only raised from it.
CREATE OR REPLACE FUNCTION "file_damp_form"("job" uuid, "form" uuid, "entry" jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  answers jsonb := entry -> 'completedForm';
  is_complete boolean := entry ->> 'completionStatus' IS NOT DISTINCT FROM 'Complete' AND jsonb_typeof(answers) IS NOT DISTINCT FROM 'object';
  is_required boolean := entry ->> 'usageRequirement' IS NOT DISTINCT FROM '3';
  hazard_found text;
  completed timestamptz(3);
  home uuid;
  created timestamptz;
  gained timestamptz;
  of_case uuid;
  is_reported boolean;
  is_closed boolean;
BEGIN
  SELECT e.case_id, e.kind = 'reported' INTO of_case, is_reported
    FROM damp_case_event e WHERE e.job_id = job AND e.kind IN ('reported', 'raised') ORDER BY e.kind DESC LIMIT 1;
  IF is_complete THEN
    hazard_found := CASE WHEN answers ->> 'hazard' IN ('significant', 'emergency') THEN answers ->> 'hazard' ELSE 'none' END;
    completed := coalesce(read_told_moment(entry ->> 'completedOn'), read_told_moment(entry ->> 'savedOnDateTime'), 'infinity');
  END IF;
  IF is_reported IS NOT TRUE THEN
    IF NOT is_required AND coalesce(hazard_found, 'none') = 'none' THEN RETURN; END IF;
    SELECT j.property_id, j.created_on, read_told_moment(j.status_timestamps ->> 'AccessGained') INTO home, created, gained
      FROM job j WHERE j.job_id = job;
    IF home IS NULL THEN RETURN; END IF;
    IF of_case IS NOT NULL THEN
      SELECT c.closed_on IS NOT NULL INTO is_closed FROM damp_case c WHERE c.case_id = of_case FOR UPDATE;
      IF is_closed THEN
        of_case := CASE WHEN hazard_found IN ('significant', 'emergency') THEN reopen_damp_case(of_case, job) END;
      END IF;
    END IF;
    WHILE of_case IS NULL LOOP
      SELECT c.case_id INTO of_case FROM damp_case c WHERE c.property_id = home AND c.closed_on IS NULL FOR UPDATE;
      EXIT WHEN of_case IS NOT NULL;
      INSERT INTO damp_case (property_id) VALUES (home)
      ON CONFLICT (property_id) WHERE closed_on IS NULL DO NOTHING RETURNING case_id INTO of_case;
    END LOOP;
    -- A job that was raised from a case that is closed reports to the one that is open.
    UPDATE damp_case_event e SET case_id = of_case
     WHERE e.job_id = job AND e.kind IN ('raised', 'attended') AND e.case_id <> of_case;
    -- A landlord that has not raised the job for damp becomes aware of it by the form.
    PERFORM tell_damp_case(of_case, 'reported', CASE WHEN is_required THEN created ELSE completed END, job, NULL);
    PERFORM tell_damp_case(of_case, 'attended', gained, job, NULL);
  ELSIF hazard_found IN ('significant', 'emergency') THEN
    -- The office may be closing the case in this moment.
    SELECT c.closed_on IS NOT NULL INTO is_closed FROM damp_case c WHERE c.case_id = of_case FOR UPDATE;
    IF is_closed AND NOT EXISTS (
      SELECT FROM damp_case_event e WHERE e.job_id = job AND e.kind = 'inspected' AND e.hazard = hazard_found
         AND (e.happened_on = completed OR completed > now()))
    THEN of_case := reopen_damp_case(of_case, job); END IF;
  END IF;
  IF is_complete THEN
    PERFORM tell_damp_case(of_case, 'inspected', completed, job, hazard_found);
    -- A job is not reported after its own inspection, whatever the clock of its phone.
    UPDATE damp_case_event e SET happened_on = least(completed, now())
     WHERE e.job_id = job AND e.kind = 'reported' AND e.happened_on > least(completed, now());
  ELSE
    DELETE FROM damp_case_event e WHERE e.job_id = job AND e.kind = 'inspected';
  END IF;
END
$$;
