-- What the feed calls the data set of a table of reference data: its type, or the list that the rows are stored in.
CREATE FUNCTION "data_set_of_table"("table_name" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE table_name
    WHEN 'parts' THEN 'Part' WHEN 'part-categories' THEN 'PartCategory' WHEN 'part-units' THEN 'PartUnitType'
    WHEN 'manufacturers' THEN 'Manufacturer' WHEN 'models' THEN 'ManufacturerModel' WHEN 'model-ranks' THEN 'ManufacturerRank'
    WHEN 'sors' THEN 'Sor' WHEN 'lists' THEN 'DomainData' WHEN 'job-stages' THEN 'JobStage'
    WHEN 'unsafe-situations' THEN 'UnsafeSituation'
    WHEN 'contracts' THEN 'clients' WHEN 'contract-sors' THEN 'clients' WHEN 'priorities' THEN 'clients'
    ELSE table_name END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "after_audit_entry_for_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT writes_events(TG_TABLE_SCHEMA) THEN RETURN NULL; END IF;
  INSERT INTO event_inbox (type, data)
  SELECT event_type, CASE WHEN event_type = 'data-set.changed'
      THEN details || jsonb_build_object('dataSet', data_set_of_table(details ->> 'dataSet')) ELSE details END
    FROM event_of_audit(NEW.action, NEW.object_type, NEW.object_id, NEW.field_operative_id, NEW.before, NEW.after);
  RETURN NULL;
END
$$;
