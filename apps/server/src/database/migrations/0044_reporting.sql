-- Views with stable names for a data warehouse; docs/reporting.md describes each column. A view may get further columns at its
-- end. None is removed, renamed or given another type. The tables of training have no views.
DO $migration$
BEGIN
IF current_schema() = 'training' THEN
  RETURN;
END IF;
CREATE SCHEMA "reporting";
CREATE SCHEMA "reporting_personal";

-- The number in a JSON value; null for anything else.
CREATE FUNCTION "reporting"."read_number"("value" jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'number' THEN (value #>> '{}')::numeric END
$$;
-- The answers yes and no; null for anything else.
CREATE FUNCTION "reporting"."read_yes_no"("value" text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE value WHEN 'yes' THEN true WHEN 'no' THEN false END
$$;
-- The entries of a list; none for anything else.
CREATE FUNCTION "reporting"."read_list"("value" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'array' THEN value ELSE '[]'::jsonb END
$$;
-- The members of an object; none for anything else.
CREATE FUNCTION "reporting"."read_object"("value" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'object' THEN value ELSE '{}'::jsonb END
$$;
-- A moment in a JSON text; null for a text that is none.
CREATE FUNCTION "reporting"."read_moment"("value" text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN value::timestamptz;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;

-- A day in a JSON text; null for a text that is none.
CREATE FUNCTION "reporting"."read_day"("value" text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN value::date;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;

CREATE VIEW "reporting"."engineers" AS
SELECT o.field_operative_id AS engineer_id, a.name, (a.account_id IS NOT NULL AND a.disabled_on IS NULL) AS is_active,
    a.disabled_on, a.created_on, o.records_mileage
  FROM field_operative o LEFT JOIN account a ON a.field_operative_id = o.field_operative_id;

CREATE VIEW "reporting"."devices" AS
SELECT d.device_id, d.field_operative_id AS engineer_id, d.name, d.locked AS is_locked, d.awaits_approval, d.installed_on,
    d.registered_on, d.last_contact_on, d.app_version, d.unsent_messages, d.unsent_since, d.blocked_keys,
    d.clock_offset_ms
  FROM device d;

CREATE VIEW "reporting"."properties" AS
SELECT p.property_id, p.uprn, p.address_line_1, p.address_line_2, p.address_line_3, p.address_line_4, p.postcode,
    p.coordinates_latitude AS latitude, p.coordinates_longitude AS longitude, p.client_id, c.name AS client_name, p.created_on,
    coalesce(g.has_gas_appliance, false) AS has_gas_appliance, g.checked_on AS gas_checked_on, g.due_on AS gas_due_on
  FROM property p
  LEFT JOIN client c ON c.client_id = p.client_id
  LEFT JOIN home_gas g ON g.property_id = p.property_id;

CREATE VIEW "reporting"."appliances" AS
SELECT a.property_asset_id AS appliance_id, a.property_id, reporting.read_number(a.row -> 'type')::int AS type_id,
    coalesce(a.row ->> 'manufacturerName', a.row ->> 'unknownManufacturerName') AS manufacturer,
    coalesce(a.row ->> 'modelName', a.row ->> 'unknownModelName') AS model,
    a.row ->> 'gasCouncilNumber' AS gas_council_number, a.row ->> 'serialNumber' AS serial_number,
    reporting.read_number(a.row -> 'location')::int AS location_id,
    reporting.read_number(a.row -> 'fuelType')::int AS fuel_type_id,
    reporting.read_number(a.row -> 'flueType')::int AS flue_type_id,
    reporting.read_number(a.row -> 'condition')::int AS condition_id,
    reporting.read_number(a.row -> 'ownership')::int AS ownership_id,
    reporting.read_number(a.row -> 'estimatedAge')::int AS estimated_age_years,
    a.row ->> 'dateInstalled' AS date_installed,
    a.row -> 'scrapped' = 'true'::jsonb AS is_scrapped,
    reporting.read_moment(a.row ->> 'modifiedOn') AS modified_on
  FROM property_asset a;

CREATE VIEW "reporting"."jobs" AS
SELECT j.job_id, j.formatted_job_id AS reference, j.property_id, j.status, j.outcome_id,
    CASE j.outcome_id WHEN 1 THEN 'Complete' WHEN 2 THEN 'Complete (Van Stock Required)' WHEN 3 THEN 'Parts Required'
      WHEN 4 THEN 'Revisit Required' WHEN 5 THEN 'Referral' WHEN 6 THEN 'Abandoned - Duplicate'
      WHEN 7 THEN 'Abandoned - Property Contact' WHEN 8 THEN 'Abandoned - Not Required' END AS outcome,
    j.job_category_id AS category_id, j.category_name AS category, j.job_detail_type_id AS detail_type_id,
    j.detail_type_name AS detail_type, j.job_stage_id AS stage_id, j.job_priority AS priority,
    j.appointment_date_time AS appointment_on, j.field_operative_appointment_id AS visit_id,
    j.field_operative_id AS engineer_id, (j.hold IS NOT NULL) AS is_on_hold,
    reporting.read_number(j.hold -> 'holdReasonId')::int AS hold_reason_id, j.created_on,
    reporting.read_moment(j.status_timestamps ->> 'Travelling') AS travelling_on,
    reporting.read_moment(j.status_timestamps ->> 'OnSite') AS on_site_on,
    reporting.read_moment(j.status_timestamps ->> 'AccessGained') AS access_gained_on,
    reporting.read_moment(j.status_timestamps ->> 'Closed') AS closed_on,
    (q.job_id IS NOT NULL) AS is_raised_on_site, j.state_changed_on, j.changed_on, j.reduced_on
  FROM job j LEFT JOIN quick_job q ON q.job_id = j.job_id;

CREATE VIEW "reporting"."visits" AS
SELECT a.field_operative_appointment_id AS visit_id, a.job_id, a.field_operative_id AS engineer_id, a.assigned_on,
    a.ended_on AS unassigned_on, a.ended_reason AS unassigned_reason,
    (j.field_operative_appointment_id = a.field_operative_appointment_id) IS TRUE AS is_current,
    c.kind AS ending, reporting.read_number(c.outcome -> 'outcomeId')::int AS outcome_id,
    reporting.read_number(c.outcome -> 'noAccessReasonId')::int AS no_access_reason_id,
    c.closed_on AS ended_on, c.received_on AS ending_received_on, c.delivered_on,
    jsonb_array_length(reporting.read_list(c.manifest)) AS images_expected
  FROM appointment a
  LEFT JOIN job j ON j.job_id = a.job_id
  LEFT JOIN LATERAL (
    SELECT c.* FROM job_closing c
     WHERE c.job_id = a.job_id AND c.field_operative_appointment_id = a.field_operative_appointment_id
     ORDER BY c.received_on DESC, c.message_id LIMIT 1) c ON true;

CREATE VIEW "reporting"."status_steps" AS
SELECT m.message_id, m.arrival AS sequence, m.job_id, m.field_operative_appointment_id AS visit_id,
    m.field_operative_id AS engineer_id, m.device_id, m.type AS message_type,
    CASE m.type WHEN 'JobStatusChange' THEN m.payload ->> 'currentStatus'
      WHEN 'JobHoldChange' THEN CASE WHEN m.payload -> 'isOnHold' = 'true'::jsonb THEN 'OnHold' WHEN m.payload -> 'isOnHold' = 'false'::jsonb THEN 'OffHold' END
      WHEN 'JobNoAccess' THEN 'NoAccess' WHEN 'JobClose' THEN 'Completed' WHEN 'JobRemove' THEN 'Removed' END AS step,
    reporting.read_moment(m.payload ->> 'changeTimestamp') AS device_time, m.message_created_on AS queued_on,
    m.received_on AS server_time, m.clock_offset_ms, m.flags
  FROM message m
 WHERE m.type IN ('JobStatusChange', 'JobHoldChange', 'JobNoAccess', 'JobClose', 'JobRemove');

CREATE VIEW "reporting"."sors" AS
SELECT s.job_id, s.sor_code_id, s.row ->> 'sorCode' AS sor_code, s.row ->> 'shortDescription' AS description,
    reporting.read_number(s.row -> 'qty') AS quantity_planned, reporting.read_number(s.row -> 'qtyUsed') AS quantity_used,
    s.row -> 'usageType' = '2'::jsonb AS is_added_by_engineer,
    reporting.read_moment(s.row ->> 'updatedOnDateTime') AS updated_on
  FROM job_sor s;

CREATE VIEW "reporting"."parts" AS
SELECT p.job_part_id, p.job_id, reporting.read_number(p.row -> 'usageType')::int AS usage_type_id,
    p.row ->> 'usageStatus' AS usage_status, p.row ->> 'status' AS collection_status,
    p.row ->> 'shortDescription' AS description, p.row ->> 'internalPartCode' AS internal_part_code,
    p.row ->> 'manufacturerPartCode' AS manufacturer_part_code, reporting.read_number(p.row -> 'qty') AS quantity,
    reporting.read_number(p.row -> 'qtyCollected') AS quantity_collected,
    reporting.read_number(p.row -> 'qtyUsed') AS quantity_used,
    reporting.read_number(p.row -> 'qtyRequired') AS quantity_required,
    p.row -> 'isVanStock' = 'true'::jsonb AS is_van_stock, p.row -> 'addedByFieldOp' = 'true'::jsonb AS is_added_by_engineer,
    reporting.read_moment(p.row ->> 'partAddedDateTime') AS added_on,
    reporting.read_moment(p.row ->> 'collectedDateTime') AS collected_on,
    o.state AS order_state, o.expected_on AS order_expected_on, o.changed_on AS order_changed_on
  FROM job_part p LEFT JOIN part_order o ON o.job_part_id = p.job_part_id;

CREATE VIEW "reporting"."notes" AS
SELECT n.engineering_note_id AS note_id, n.job_id,
    CASE WHEN n.row ->> 'fieldOperativeAppointmentId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      THEN (n.row ->> 'fieldOperativeAppointmentId')::uuid END AS visit_id,
    n.row -> 'isPublic' = 'true'::jsonb AS is_public, length(n.row ->> 'description') AS characters,
    jsonb_array_length(reporting.read_list(n.row -> 'imageIds')) AS images,
    reporting.read_moment(n.row ->> 'createdOn') AS created_on, reporting.read_moment(n.row ->> 'modifiedOn') AS modified_on
  FROM engineering_note n;

CREATE VIEW "reporting"."photos" AS
SELECT i.image_id, i.job_id, i.field_operative_appointment_id AS visit_id, i.entity_id, i.associate_to_job AS is_of_job,
    i.content_type, i.bytes, i.width, i.height, i.sha256, i.taken_on AS device_time, i.received_on AS server_time, i.removed_on
  FROM job_image i;

CREATE VIEW "reporting"."forms" AS
SELECT f.job_id, f.custom_form_id, reporting.read_number(f.row -> 'version')::int AS version, d.row -> 'definition' ->> 'name' AS name,
    reporting.read_number(f.row -> 'usageRequirement')::int AS usage_requirement_id,
    f.row ->> 'completionStatus' AS completion_status,
    reporting.read_moment(f.row ->> 'completedOn') AS completed_on,
    c.status AS check_status, jsonb_array_length(reporting.read_list(c.findings)) AS check_findings
  FROM job_form f
  LEFT JOIN form_definition d ON d.custom_form_id = f.custom_form_id
    AND d.version = reporting.read_number(f.row -> 'version')
  LEFT JOIN form_check c ON c.job_id = f.job_id AND c.custom_form_id = f.custom_form_id;

-- One row for each answer; a list, such as the appliances of a record, has one row for each field of each entry.
CREATE VIEW "reporting_personal"."form_answers" AS
SELECT a.job_id, a.custom_form_id, a.version, a.question, a.entry, a.field,
    CASE jsonb_typeof(a.value)
      WHEN 'string' THEN CASE WHEN starts_with(a.value #>> '{}', 'data:') THEN NULL ELSE a.value #>> '{}' END
      WHEN 'array' THEN (SELECT string_agg(e.value, '; ' ORDER BY e.ordinality) FROM jsonb_array_elements_text(a.value) WITH ORDINALITY e WHERE NOT starts_with(e.value, 'data:'))
      WHEN 'object' THEN NULL ELSE a.value #>> '{}' END AS value_text,
    reporting.read_number(a.value) AS value_number
  FROM (
    SELECT f.job_id, f.custom_form_id, reporting.read_number(f.row -> 'version')::int AS version, q.key AS question,
        NULL::int AS entry, NULL::text AS field, q.value
      FROM job_form f CROSS JOIN LATERAL jsonb_each(reporting.read_object(f.row -> 'completedForm')) q
     WHERE jsonb_typeof(q.value) <> 'array' OR jsonb_typeof(q.value -> 0) IS DISTINCT FROM 'object'
    UNION ALL
    SELECT f.job_id, f.custom_form_id, reporting.read_number(f.row -> 'version')::int, q.key, e.ordinality::int, c.key, c.value
      FROM job_form f CROSS JOIN LATERAL jsonb_each(reporting.read_object(f.row -> 'completedForm')) q
     CROSS JOIN LATERAL jsonb_array_elements(reporting.read_list(q.value)) WITH ORDINALITY e
     CROSS JOIN LATERAL jsonb_each(reporting.read_object(e.value)) c
     WHERE jsonb_typeof(q.value -> 0) = 'object') a;

-- A text that somebody may have typed is withheld: the question has to be of a kind with given choices, a number or a day in
-- every form that has it.
CREATE VIEW "reporting"."form_answers" AS
WITH named AS (
  SELECT e.value ->> 'name' AS name,
      bool_and(e.value ->> 'type' IN ('radiogroup', 'dropdown', 'checkbox', 'tagbox', 'boolean', 'rating')
          AND coalesce(e.value ->> 'showOtherItem', e.value ->> 'hasOther', 'false') <> 'true'
        OR (e.value ->> 'type' = 'text' AND coalesce(e.value ->> 'inputType', '') IN ('number', 'date', 'time', 'datetime-local', 'month'))) AS is_closed
    FROM form_definition d
   CROSS JOIN LATERAL jsonb_path_query(d.row, '$.** ? (exists(@.name) && exists(@.type))') e (value)
   WHERE jsonb_typeof(e.value) = 'object'
   GROUP BY 1)
SELECT a.job_id, a.custom_form_id, a.version, a.question, a.entry, a.field,
    CASE WHEN n.is_closed OR a.value_number IS NOT NULL OR a.value_text IN ('true', 'false')
      OR a.value_text ~ '^\d{4}-\d{2}-\d{2}$' THEN a.value_text END AS value_text,
    a.value_number,
    NOT (n.is_closed IS TRUE OR a.value_number IS NOT NULL OR coalesce(a.value_text IN ('true', 'false')
      OR a.value_text ~ '^\d{4}-\d{2}-\d{2}$', true)) AS is_withheld
  FROM reporting_personal.form_answers a LEFT JOIN named n ON n.name = coalesce(a.field, a.question);

CREATE VIEW "reporting"."gas_safety_records" AS
SELECT s.job_id, s.property_id, s.completed_on, s.dated_on AS checked_on, s.due_on, s.has_findings,
    f.row -> 'completedForm' ->> 'recordNumber' AS record_number,
    f.row -> 'completedForm' ->> 'tightnessTest' AS tightness_test,
    f.row -> 'completedForm' ->> 'pipeworkVisual' AS pipework_visual,
    f.row -> 'completedForm' ->> 'pipeworkClassification' AS pipework_classification,
    f.row -> 'completedForm' ->> 'pipeworkDefect' AS pipework_defect,
    f.row -> 'completedForm' ->> 'pipeworkAction' AS pipework_action,
    jsonb_array_length(reporting.read_list(f.row -> 'completedForm' -> 'appliances')) AS appliances,
    (f.row IS NULL OR jsonb_typeof(f.row -> 'completedForm') IS DISTINCT FROM 'object') AS is_reduced
  FROM safety_form s
  LEFT JOIN job_form f ON f.job_id = s.job_id AND f.custom_form_id = s.custom_form_id
 WHERE s.custom_form_id = '0193b3f0-0000-7000-8000-000000000001';

CREATE VIEW "reporting"."gas_safety_appliances" AS
SELECT f.job_id, e.ordinality::int AS entry,
    CASE WHEN e.value ->> 'propertyAssetId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (e.value ->> 'propertyAssetId')::uuid END AS appliance_id,
    e.value ->> 'type' AS type, e.value ->> 'location' AS location, e.value ->> 'make' AS make, e.value ->> 'model' AS model,
    e.value ->> 'serialNumber' AS serial_number, e.value ->> 'flueType' AS flue_type,
    reporting.read_yes_no(e.value ->> 'landlordsAppliance') AS is_landlords,
    reporting.read_yes_no(e.value ->> 'inspected') AS is_inspected,
    reporting.read_number(e.value -> 'operatingPressure') AS operating_pressure_mbar,
    reporting.read_number(e.value -> 'heatInput') AS heat_input_kw,
    reporting.read_number(e.value -> 'finalCo') AS final_co_ppm, reporting.read_number(e.value -> 'finalCo2') AS final_co2_percent,
    e.value ->> 'safetyDevices' AS safety_devices, e.value ->> 'ventilation' AS ventilation,
    e.value ->> 'flueFlow' AS flue_flow, e.value ->> 'spillage' AS spillage,
    reporting.read_yes_no(e.value ->> 'hasDefect') AS has_defect, e.value ->> 'classification' AS classification,
    e.value ->> 'defect' AS defect, e.value ->> 'remedialAction' AS remedial_action,
    reporting.read_yes_no(e.value ->> 'warningNoticeIssued') AS is_warning_notice_issued,
    e.value ->> 'warningNoticeNumber' AS warning_notice_number,
    reporting.read_yes_no(e.value ->> 'safeToUse') AS is_safe_to_use
  FROM job_form f
 CROSS JOIN LATERAL jsonb_array_elements(reporting.read_list(f.row -> 'completedForm' -> 'appliances')) WITH ORDINALITY e
 WHERE f.custom_form_id = '0193b3f0-0000-7000-8000-000000000001' AND jsonb_typeof(e.value) = 'object'
   AND f.row ->> 'completionStatus' = 'Complete';

CREATE VIEW "reporting"."no_access_attempts" AS
SELECT c.message_id, c.job_id, j.property_id, c.field_operative_appointment_id AS visit_id, a.field_operative_id AS engineer_id,
    reporting.read_number(c.outcome -> 'noAccessReasonId')::int AS reason_id, r.reason,
    c.closed_on AS device_time, c.received_on AS server_time,
    jsonb_array_length(reporting.read_list(c.outcome -> 'imageIds')) AS images
  FROM job_closing c
  LEFT JOIN job j ON j.job_id = c.job_id
  LEFT JOIN appointment a ON a.field_operative_appointment_id = c.field_operative_appointment_id
  LEFT JOIN (SELECT reporting.read_number(d.row -> 'value') AS value, max(d.row ->> 'text') AS reason FROM data_row d
     WHERE d.type = 'DomainData' AND NOT d.deleted AND d.row ->> 'fieldName' = 'NoAccessReason' GROUP BY 1) r
    ON r.value = reporting.read_number(c.outcome -> 'noAccessReasonId')
 WHERE c.kind = 'JobNoAccess';

CREATE VIEW "reporting"."absences" AS
SELECT a.absence_id, a.field_operative_id AS engineer_id, d.ordinality::int AS period,
    reporting.read_day(d.value ->> 'dateFrom') AS first_day, reporting.read_day(d.value ->> 'dateTo') AS last_day,
    CASE a.status WHEN 1 THEN 'Pending' WHEN 2 THEN 'Approved' WHEN 3 THEN 'Rejected' END AS status,
    CASE a.cancel_status WHEN 1 THEN 'Pending' WHEN 2 THEN 'Approved' WHEN 3 THEN 'Rejected' END AS cancel_status,
    a.requested_on, a.decided_on, a.removed_on
  FROM absence a CROSS JOIN LATERAL jsonb_array_elements(reporting.read_list(a.days)) WITH ORDINALITY d;

CREATE VIEW "reporting"."mileage" AS
SELECT m.field_operative_mileage_id AS mileage_id, m.field_operative_id AS engineer_id,
    m.vehicle ->> 'registration' AS vehicle_registration, m.current_mileage,
    m.previous_vehicle ->> 'registration' AS previous_vehicle_registration, m.previous_vehicle_mileage,
    m.date_recorded AS recorded_on, m.created_on, m.modified_on, m.removed_on,
    jsonb_array_length(reporting.read_list(m.corrections)) AS corrections
  FROM mileage m;

CREATE VIEW "reporting_personal"."job_texts" AS
SELECT j.job_id, j.task_details, j.access_notes, j.hold ->> 'holdDescription' AS hold_description FROM job j;

CREATE VIEW "reporting_personal"."note_texts" AS
SELECT n.engineering_note_id AS note_id, n.job_id, n.row -> 'isPublic' = 'true'::jsonb AS is_public, n.row ->> 'description' AS description
  FROM engineering_note n;

CREATE VIEW "reporting_personal"."no_access_texts" AS
SELECT c.message_id, c.job_id, c.outcome ->> 'notes' AS notes FROM job_closing c WHERE c.kind = 'JobNoAccess';

CREATE VIEW "reporting_personal"."absence_types" AS
SELECT a.absence_id, a.type FROM absence a;
END
$migration$;
