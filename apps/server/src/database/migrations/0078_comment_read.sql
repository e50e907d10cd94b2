ALTER TABLE "command_acknowledgement" ADD COLUMN "read_on" timestamp (3) with time zone;--> statement-breakpoint
-- A phone acknowledges a comment a second time when the engineer has opened it.
CREATE TRIGGER "command_acknowledged_again_for_office" AFTER UPDATE ON "command_acknowledgement"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_command_acknowledgements"();
--> statement-breakpoint
-- That a comment was read is no second answer to its command.
CREATE OR REPLACE FUNCTION "after_messages_for_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT writes_events(TG_TABLE_SCHEMA) THEN RETURN NULL; END IF;
  INSERT INTO event_inbox (type, data)
  SELECT e.event_type, e.details || CASE
      WHEN e.event_type LIKE 'absence.%' THEN jsonb_build_object('fieldOperativeId', m.field_operative_id)
      ELSE jsonb_build_object('messageId', m.message_id, 'fieldOperativeId', m.field_operative_id, 'deviceId', m.device_id,
          'happenedOn', coalesce(m.payload ->> 'changeTimestamp', m.payload ->> 'timestamp', m.payload ->> 'confirmedOn',
            m.payload ->> 'acknowledgedOn'),
          'flags', to_jsonb(m.flags))
        || CASE WHEN e.event_type LIKE 'job.%' THEN jsonb_build_object('jobId', m.job_id,
          'fieldOperativeAppointmentId', m.field_operative_appointment_id) ELSE '{}' END END
    FROM changed m CROSS JOIN LATERAL event_of_message(m.type, m.payload) e
   WHERE e.event_type IS NOT NULL AND NOT (m.type = 'CommandAcknowledgement' AND m.payload ? 'readOn')
   ORDER BY m.arrival;
  RETURN NULL;
END
$$;
