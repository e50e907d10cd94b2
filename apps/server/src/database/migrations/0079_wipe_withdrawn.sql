-- The feed tells also of a wipe that the office has withdrawn.
CREATE OR REPLACE FUNCTION "event_of_audit"("action" text, "object_type" text, "object_id" text, "engineer_id" uuid, "before" jsonb, "after" jsonb)
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
  WHEN action IN ('wipe-requested', 'wipe-withdrawn') THEN
    event_type := 'device.' || action;
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
