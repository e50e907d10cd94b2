-- A server from before 0066 gives an appointment no time. Until it notices the upgrade and refuses every call, it gets that of the job.
CREATE FUNCTION "before_appointment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT j.appointment_date_time INTO NEW.appointment_date_time FROM job j WHERE j.job_id = NEW.job_id;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "appointment_time" BEFORE INSERT ON "appointment"
  FOR EACH ROW WHEN (NEW."appointment_date_time" IS NULL) EXECUTE FUNCTION "before_appointment"();
