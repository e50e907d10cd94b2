-- A job that the office raised from a case belongs to it, also where its form is not required: access for it is told to the case.
CREATE OR REPLACE FUNCTION "after_damp_visit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_damp_case(c.case_id, 'attended', read_told_moment(NEW.status_timestamps ->> 'AccessGained'), NEW.job_id, NULL)
    FROM (SELECT e.case_id FROM damp_case_event e WHERE e.job_id = NEW.job_id AND e.kind IN ('reported', 'raised')
           ORDER BY e.kind DESC LIMIT 1) c;
  RETURN NULL;
END
$$;
