CREATE TABLE "event" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"occurred_on" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"numbered_on" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_inbox" (
	"inbox_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_inbox_inbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"occurred_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_position" (
	"position_id" integer PRIMARY KEY NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"deleted_until" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "event_numbered" ON "event" USING btree ("numbered_on");
--> statement-breakpoint
INSERT INTO "event_position" ("position_id") VALUES (1);
--> statement-breakpoint
-- Training is no news, and what fills an empty database with the past turns events off for its own transactions.
CREATE FUNCTION "writes_events"("schema_name" name) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT schema_name <> 'training' AND current_setting('fieldfare.events', true) IS DISTINCT FROM 'off';
$$;
--> statement-breakpoint
-- Numbers the events that are committed, oldest first, at most 1,000 at a time. One transaction does so at a time; the others
-- return at once. Each statement sees what was committed before it, so what the last one has numbered is seen after the lock.
-- Returns how many it has numbered, and null if another transaction does.
CREATE FUNCTION "number_events"("lock_key" bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  numbered integer := 0;
  last bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM event_inbox) THEN RETURN 0; END IF;
  IF NOT pg_try_advisory_xact_lock(lock_key) THEN RETURN NULL; END IF;
  SELECT last_sequence INTO last FROM event_position WHERE position_id = 1 FOR UPDATE;
  WITH gone AS (
    DELETE FROM event_inbox WHERE inbox_id IN (SELECT inbox_id FROM event_inbox ORDER BY inbox_id LIMIT 1000)
    RETURNING inbox_id, event_id, type, occurred_on, data),
  added AS (
    INSERT INTO event (sequence, event_id, type, occurred_on, data)
    SELECT last + row_number() OVER (ORDER BY inbox_id), event_id, type, occurred_on, data FROM gone
    RETURNING 1)
  SELECT count(*) INTO numbered FROM added;
  UPDATE event_position SET last_sequence = last + numbered WHERE position_id = 1 AND numbered > 0;
  RETURN numbered;
END
$$;
--> statement-breakpoint
-- What a message of a phone is in the feed. Null: it is nothing that an integrator needs.
CREATE FUNCTION "event_of_message"("message_type" text, "payload" jsonb) RETURNS TABLE ("event_type" text, "details" jsonb)
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE message_type
      WHEN 'JobStatusChange' THEN CASE WHEN payload ->> 'currentStatus' NOT IN ('New', 'Reset') THEN 'job.status-changed'
        WHEN payload ->> 'isAcknowledgement' = 'false' THEN 'job.reset' ELSE 'job.acknowledged' END
      WHEN 'JobHoldChange' THEN CASE payload ->> 'isOnHold' WHEN 'true' THEN 'job.held' ELSE 'job.resumed' END
      WHEN 'JobNoAccess' THEN 'job.no-access'
      WHEN 'JobClose' THEN 'job.closed'
      WHEN 'JobRemove' THEN 'job.removed'
      WHEN 'RejectRemoveRequest' THEN 'job.removal-rejected'
      WHEN 'JobImage' THEN 'job.photo-recorded'
      WHEN 'PartCollected' THEN 'job.part-collected'
      WHEN 'PropertyNotificationConfirm' THEN 'job.notice-confirmed'
      WHEN 'AbsenceRequest' THEN 'absence.requested'
      WHEN 'AbsenceCancel' THEN 'absence.cancelled'
      WHEN 'MileageAdd' THEN 'mileage.recorded'
      WHEN 'MileageUpdate' THEN 'mileage.recorded'
      WHEN 'MileageRemove' THEN 'mileage.removed'
      WHEN 'CommandAcknowledgement' THEN 'command.answered' END,
    CASE message_type
      WHEN 'JobStatusChange' THEN CASE WHEN payload ->> 'currentStatus' NOT IN ('New', 'Reset')
        THEN jsonb_build_object('status', payload -> 'currentStatus') ELSE '{}' END
      WHEN 'JobHoldChange' THEN CASE payload ->> 'isOnHold' WHEN 'true'
        THEN jsonb_build_object('holdReasonId', payload -> 'holdReasonId') ELSE '{}' END
      WHEN 'JobNoAccess' THEN jsonb_build_object('noAccessReasonId', payload -> 'noAccessReasonId')
      WHEN 'JobClose' THEN jsonb_build_object('outcomeId', payload -> 'outcome' -> 'outcomeId')
      WHEN 'RejectRemoveRequest' THEN jsonb_build_object('reason', payload -> 'reason')
      WHEN 'JobImage' THEN jsonb_build_object('imageId', payload -> 'imageId', 'entityId', payload -> 'entityId')
      WHEN 'PartCollected' THEN jsonb_build_object('jobPartId', payload -> 'jobPartId', 'qty', payload -> 'qty',
        'qtyCollected', payload -> 'qtyCollected')
      WHEN 'PropertyNotificationConfirm' THEN jsonb_build_object('notice', payload -> 'notice',
        'propertyNotificationId', payload -> 'propertyNotificationId')
      WHEN 'AbsenceRequest' THEN jsonb_build_object('absenceId', payload -> 'id')
      WHEN 'AbsenceCancel' THEN jsonb_build_object('absenceId', payload -> 'absenceRequestId')
      WHEN 'CommandAcknowledgement' THEN jsonb_build_object('commandId', payload -> 'commandId', 'outcome', payload -> 'outcome')
      ELSE CASE WHEN message_type LIKE 'Mileage%'
        THEN jsonb_build_object('clientFieldOperativeMileageId', payload -> 'clientFieldOperativeMileageId') ELSE '{}' END END;
$$;
--> statement-breakpoint
CREATE FUNCTION "after_messages_for_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
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
   WHERE e.event_type IS NOT NULL
   ORDER BY m.arrival;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "message_for_feed" AFTER INSERT ON "message"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "after_messages_for_feed"();
--> statement-breakpoint
-- What an audit entry is in the feed. A change of a job that has no type of its own is job.changed, so that none is missed.
-- No row: it is nothing that an integrator needs.
CREATE FUNCTION "event_of_audit"("action" text, "object_type" text, "object_id" text, "engineer_id" uuid, "before" jsonb, "after" jsonb)
RETURNS TABLE ("event_type" text, "details" jsonb) LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE
  WHEN action = 'job-raised' THEN
    event_type := 'job.raised';
    -- The server may have chosen the reference, which the entry does not say.
    details := jsonb_build_object('jobId', object_id,
      'formattedJobId', (SELECT j.formatted_job_id FROM job j WHERE j.job_id = object_id::uuid),
      'propertyId', after -> 'propertyId', 'fieldOperativeId', after -> 'fieldOperativeId',
      'appointmentDateTime', after -> 'appointmentDateTime',
      'isQuickJob', EXISTS (SELECT FROM quick_job q WHERE q.job_id = object_id::uuid));
  WHEN action = 'job-assigned' THEN
    event_type := 'job.assigned';
    details := jsonb_build_object('jobId', object_id, 'fieldOperativeId', after -> 'fieldOperativeId',
      'previousFieldOperativeId', before -> 'fieldOperativeId', 'appointmentDateTime', after -> 'appointmentDateTime');
  WHEN action = 'job-removal-requested' THEN
    event_type := 'job.removal-requested';
    details := jsonb_build_object('jobId', object_id, 'fieldOperativeId', before -> 'fieldOperativeId',
      'isForced', coalesce(after -> 'force', 'false'),
      'isUnassigned', after ->> 'fieldOperativeId' IS NULL);
  WHEN object_type = 'job' THEN
    event_type := 'job.changed';
    details := jsonb_build_object('jobId', object_id, 'changed', coalesce(
      (SELECT jsonb_agg(name ORDER BY name) FROM (
        SELECT key AS name FROM jsonb_each(CASE WHEN jsonb_typeof(after) = 'object' THEN after ELSE '{}' END)
         WHERE key <> 'notRecorded'
        UNION
        SELECT jsonb_array_elements_text(coalesce(after -> 'notRecorded', '[]'))) names), '[]'));
  WHEN action IN ('absence-decided', 'absence-cancellation-decided') THEN
    event_type := CASE action WHEN 'absence-decided' THEN 'absence.decided' ELSE 'absence.cancellation-decided' END;
    details := jsonb_build_object('absenceId', object_id, 'fieldOperativeId', engineer_id,
      'status', coalesce(after -> 'cancelStatus', after -> 'status'));
  WHEN action IN ('account-added', 'account-changed', 'account-disabled', 'account-enabled') THEN
    event_type := replace(action, '-', '.');
    details := jsonb_build_object('accountId', object_id, 'fieldOperativeId', engineer_id);
  WHEN action IN ('operative-added', 'operative-changed') THEN
    event_type := replace(action, 'operative-', 'engineer.');
    details := jsonb_build_object('fieldOperativeId', object_id);
  WHEN action = 'recorded-work-accepted' THEN
    event_type := 'engineer.recorded-work-accepted';
    details := jsonb_build_object('fieldOperativeId', object_id);
  WHEN action IN ('device-registered', 'device-approved', 'device-locked', 'device-unlocked', 'device-wiped') THEN
    event_type := replace(action, '-', '.');
    details := jsonb_build_object('deviceId', object_id, 'fieldOperativeId', engineer_id);
  WHEN action = 'wipe-requested' THEN
    event_type := 'device.wipe-requested';
    details := jsonb_build_object('deviceId', object_id, 'fieldOperativeId', engineer_id);
  WHEN action IN ('property-added', 'property-removed') THEN
    event_type := replace(action, '-', '.');
    details := jsonb_build_object('propertyId', object_id);
  WHEN action IN ('property-changed', 'property-details-added', 'property-warning-removed') THEN
    event_type := 'property.changed';
    details := jsonb_build_object('propertyId', object_id);
  WHEN action IN ('tenant-corrected', 'tenant-removed', 'tenant-erased') THEN
    event_type := CASE action WHEN 'tenant-corrected' THEN 'tenant.changed' ELSE replace(action, '-', '.') END;
    details := jsonb_build_object('propertyTenantId', object_id);
  WHEN action IN ('damp-event-recorded', 'damp-event-taken-back', 'damp-case-closed') THEN
    event_type := CASE action WHEN 'damp-case-closed' THEN 'damp-case.closed' ELSE 'damp-case.changed' END;
    details := jsonb_build_object('caseId', object_id);
  WHEN action IN ('data-changed', 'client-added', 'client-changed', 'job-types-changed') THEN
    event_type := 'data-set.changed';
    details := jsonb_build_object('dataSet', CASE object_type WHEN 'client' THEN 'clients' ELSE object_id END);
  WHEN action IN ('reference-row-added', 'reference-row-changed', 'reference-row-withdrawn') THEN
    event_type := 'data-set.changed';
    details := jsonb_build_object('dataSet', split_part(object_id, '/', 1));
  WHEN action IN ('reference-import-applied', 'reference-import-undone') THEN
    event_type := 'data-set.changed';
    details := jsonb_build_object('dataSet', after -> 'table');
  WHEN action = 'data-restored' THEN
    event_type := 'data.restored';
    details := '{}';
  ELSE
    RETURN;
  END CASE;
  RETURN NEXT;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "after_audit_entry_for_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT writes_events(TG_TABLE_SCHEMA) THEN RETURN NULL; END IF;
  INSERT INTO event_inbox (type, data)
  SELECT event_type, details FROM event_of_audit(NEW.action, NEW.object_type, NEW.object_id, NEW.field_operative_id,
    NEW.before, NEW.after);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entry_for_feed" AFTER INSERT ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "after_audit_entry_for_feed"();
--> statement-breakpoint
-- One row, one event: the name and the ids of what the row says are the arguments of the trigger and its condition.
CREATE FUNCTION "after_row_for_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  after jsonb := to_jsonb(NEW);
BEGIN
  IF NOT writes_events(TG_TABLE_SCHEMA) THEN RETURN NULL; END IF;
  INSERT INTO event_inbox (type, data) SELECT TG_ARGV[0], CASE TG_ARGV[0]
    WHEN 'job.note-recorded' THEN jsonb_build_object('jobId', after -> 'job_id',
      'engineeringNoteId', after -> 'engineering_note_id', 'isNew', TG_OP = 'INSERT')
    WHEN 'job.part-recorded' THEN jsonb_build_object('jobId', after -> 'job_id',
      'jobPartId', after -> 'job_part_id', 'isNew', TG_OP = 'INSERT')
    WHEN 'job.sor-recorded' THEN jsonb_build_object('jobId', after -> 'job_id',
      'sorCodeId', after -> 'sor_code_id', 'isNew', TG_OP = 'INSERT')
    WHEN 'job.form-recorded' THEN jsonb_build_object('jobId', after -> 'job_id',
      'customFormId', after -> 'custom_form_id', 'customFormDefinitionId', after -> 'row' -> 'customFormDefinitionId',
      'isComplete', after -> 'row' ->> 'completionStatus' = 'Complete')
    WHEN 'job.part-removed' THEN jsonb_build_object('jobId', after -> 'row' -> 'jobId', 'jobPartId', after -> 'record_id')
    WHEN 'job.delivered' THEN jsonb_build_object('jobId', after -> 'job_id', 'messageId', after -> 'message_id',
      'fieldOperativeAppointmentId', after -> 'field_operative_appointment_id')
    WHEN 'job.reduced' THEN jsonb_build_object('jobId', after -> 'job_id')
    WHEN 'message.refused' THEN jsonb_build_object('fieldOperativeId', after -> 'field_operative_id',
      'deviceId', after -> 'device_id', 'messageId', after -> 'message_id', 'jobId', after -> 'job_id',
      'messageType', after -> 'type', 'code', after -> 'code')
    WHEN 'part-order.requested' THEN jsonb_build_object('jobId', after -> 'job_id', 'jobPartId', after -> 'job_part_id')
    WHEN 'part-order.changed' THEN jsonb_build_object('jobId', after -> 'job_id', 'jobPartId', after -> 'job_part_id',
      'state', after -> 'state')
    WHEN 'alarm.raised' THEN jsonb_build_object('alarmId', after -> 'alarm_id', 'kind', after -> 'kind')
    ELSE jsonb_build_object('jobId', after -> 'job_id', 'documentId', after -> 'document_id', 'kind', after -> 'kind')
    END;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "note_added_for_feed" AFTER INSERT ON "engineering_note"
  FOR EACH ROW EXECUTE FUNCTION "after_row_for_feed"('job.note-recorded');
--> statement-breakpoint
CREATE TRIGGER "note_changed_for_feed" AFTER UPDATE ON "engineering_note"
  FOR EACH ROW WHEN (OLD."row" IS DISTINCT FROM NEW."row") EXECUTE FUNCTION "after_row_for_feed"('job.note-recorded');
--> statement-breakpoint
CREATE TRIGGER "part_added_for_feed" AFTER INSERT ON "job_part"
  FOR EACH ROW EXECUTE FUNCTION "after_row_for_feed"('job.part-recorded');
--> statement-breakpoint
CREATE TRIGGER "part_changed_for_feed" AFTER UPDATE ON "job_part"
  FOR EACH ROW WHEN (OLD."row" IS DISTINCT FROM NEW."row") EXECUTE FUNCTION "after_row_for_feed"('job.part-recorded');
--> statement-breakpoint
CREATE TRIGGER "sor_added_for_feed" AFTER INSERT ON "job_sor"
  FOR EACH ROW EXECUTE FUNCTION "after_row_for_feed"('job.sor-recorded');
--> statement-breakpoint
CREATE TRIGGER "sor_changed_for_feed" AFTER UPDATE ON "job_sor"
  FOR EACH ROW WHEN (OLD."row" IS DISTINCT FROM NEW."row") EXECUTE FUNCTION "after_row_for_feed"('job.sor-recorded');
--> statement-breakpoint
-- The office adds forms without answers.
CREATE TRIGGER "form_added_for_feed" AFTER INSERT ON "job_form"
  FOR EACH ROW WHEN (NEW."row" ->> 'completionStatus' <> 'NotStarted') EXECUTE FUNCTION "after_row_for_feed"('job.form-recorded');
--> statement-breakpoint
CREATE TRIGGER "form_changed_for_feed" AFTER UPDATE ON "job_form"
  FOR EACH ROW WHEN (OLD."row" IS DISTINCT FROM NEW."row" AND NEW."row" ->> 'completionStatus' <> 'NotStarted')
  EXECUTE FUNCTION "after_row_for_feed"('job.form-recorded');
--> statement-breakpoint
CREATE TRIGGER "removed_part_for_feed" AFTER INSERT ON "removed_record"
  FOR EACH ROW WHEN (NEW."kind" = 'part') EXECUTE FUNCTION "after_row_for_feed"('job.part-removed');
--> statement-breakpoint
CREATE TRIGGER "closing_added_for_feed" AFTER INSERT ON "job_closing"
  FOR EACH ROW WHEN (NEW."delivered_on" IS NOT NULL) EXECUTE FUNCTION "after_row_for_feed"('job.delivered');
--> statement-breakpoint
CREATE TRIGGER "closing_delivered_for_feed" AFTER UPDATE ON "job_closing"
  FOR EACH ROW WHEN (OLD."delivered_on" IS NULL AND NEW."delivered_on" IS NOT NULL)
  EXECUTE FUNCTION "after_row_for_feed"('job.delivered');
--> statement-breakpoint
CREATE TRIGGER "job_reduced_for_feed" AFTER UPDATE OF "reduced_on" ON "job"
  FOR EACH ROW WHEN (OLD."reduced_on" IS NULL AND NEW."reduced_on" IS NOT NULL)
  EXECUTE FUNCTION "after_row_for_feed"('job.reduced');
--> statement-breakpoint
CREATE TRIGGER "document_added_for_feed" AFTER INSERT ON "document"
  FOR EACH ROW WHEN (NEW."sha256" IS NOT NULL) EXECUTE FUNCTION "after_row_for_feed"('document.filed');
--> statement-breakpoint
CREATE TRIGGER "document_filed_for_feed" AFTER UPDATE ON "document"
  FOR EACH ROW WHEN (NEW."sha256" IS NOT NULL AND OLD."sha256" IS DISTINCT FROM NEW."sha256")
  EXECUTE FUNCTION "after_row_for_feed"('document.filed');
--> statement-breakpoint
CREATE TRIGGER "document_removed_for_feed" AFTER UPDATE ON "document"
  FOR EACH ROW WHEN (OLD."removed_on" IS NULL AND NEW."removed_on" IS NOT NULL)
  EXECUTE FUNCTION "after_row_for_feed"('document.removed');
--> statement-breakpoint
CREATE TRIGGER "refused_message_for_feed" AFTER INSERT ON "refused_message"
  FOR EACH ROW EXECUTE FUNCTION "after_row_for_feed"('message.refused');
--> statement-breakpoint
CREATE TRIGGER "part_requested_for_feed" AFTER INSERT ON "part_order"
  FOR EACH ROW WHEN (NEW."is_request") EXECUTE FUNCTION "after_row_for_feed"('part-order.requested');
--> statement-breakpoint
CREATE TRIGGER "part_order_changed_for_feed" AFTER UPDATE ON "part_order"
  FOR EACH ROW WHEN (OLD."state" <> NEW."state") EXECUTE FUNCTION "after_row_for_feed"('part-order.changed');
--> statement-breakpoint
CREATE TRIGGER "alarm_for_feed" AFTER INSERT ON "alarm"
  FOR EACH ROW EXECUTE FUNCTION "after_row_for_feed"('alarm.raised');
