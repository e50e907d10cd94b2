-- The audit entries and the feed are stored in partitions, one for each quarter of a year, so that old ones are dropped as a whole.

-- The partitions of a table, and the time that each is for: from its start until before its end. The first one has no start.
CREATE FUNCTION "list_partitions"("table_name" text)
RETURNS TABLE ("partition" name, "starts_on" timestamptz, "ends_on" timestamptz) LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT c.relname, (regexp_match(b.bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz,
      (regexp_match(b.bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) b (bound)
   WHERE i.inhparent = table_name::regclass;
$$;
--> statement-breakpoint
-- Adds the partition for the quarter that begins then. Nobody who reads or writes the table waits for it. A partition of the
-- audit entries has rights and triggers of its own, so it refuses the same changes as the table.
CREATE FUNCTION "add_partition"("table_name" text, "starts_on" timestamptz) RETURNS void LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  partition text := table_name || to_char(starts_on, '_YYYY_"q"Q');
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', partition, table_name);
  IF table_name = 'audit_entry' THEN
    EXECUTE format('CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', partition);
    EXECUTE format('REVOKE UPDATE, TRUNCATE ON %I FROM CURRENT_USER', partition);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    table_name, partition, starts_on, starts_on + interval '3 months');
END
$$;
--> statement-breakpoint
-- Adds the partitions that the coming year needs.
CREATE FUNCTION "add_partitions"() RETURNS void LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  parent text;
  next timestamptz;
BEGIN
  FOREACH parent IN ARRAY ARRAY['audit_entry', 'event'] LOOP
    CONTINUE WHEN (SELECT max(ends_on) FROM list_partitions(parent)) > now() + interval '1 year';
    -- Another server may have added them while this one waited.
    EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
    SELECT max(ends_on) INTO next FROM list_partitions(parent);
    WHILE next <= now() + interval '1 year' LOOP
      PERFORM add_partition(parent, next);
      next := next + interval '3 months';
    END LOOP;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Drops the oldest partition that ended before a time, and returns how many rows it had. Null: there is none, or somebody is reading it
-- at this moment, a backup for example, and nobody who writes may wait behind that. The first partition stays, since nothing else takes
-- rows of its time. Each call drops one, so that no other is counted while the table is locked.
CREATE FUNCTION "drop_oldest_partition"("table_name" text, "ended_before" timestamptz) RETURNS bigint LANGUAGE plpgsql
SET lock_timeout = '200ms' AS $$
DECLARE
  oldest name;
  newest bigint;
  dropped bigint;
BEGIN
  IF table_name = 'audit_entry' AND ended_before > now() - interval '1 year' THEN
    RAISE EXCEPTION 'Audit entries of the last year are kept';
  END IF;
  SELECT p.partition INTO oldest FROM list_partitions(table_name) p
   WHERE p.starts_on IS NOT NULL AND p.ends_on <= ended_before ORDER BY p.ends_on LIMIT 1;
  IF oldest IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*), max(sequence) FROM %I', oldest) INTO dropped, newest;
  IF table_name = 'event' THEN
    UPDATE event_position SET deleted_until = greatest(deleted_until, newest) WHERE newest IS NOT NULL;
  END IF;
  EXECUTE format('DROP TABLE %I', oldest);
  RETURN dropped;
EXCEPTION WHEN lock_not_available OR undefined_table THEN
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What there is becomes the first partition. It is not copied.
ALTER TABLE "audit_entry" RENAME TO "audit_entry_earlier";--> statement-breakpoint
ALTER INDEX "audit_entry_operative" RENAME TO "audit_entry_earlier_operative";--> statement-breakpoint
ALTER INDEX "audit_entry_actor" RENAME TO "audit_entry_earlier_actor";--> statement-breakpoint
ALTER INDEX "audit_entry_action" RENAME TO "audit_entry_earlier_action";--> statement-breakpoint
ALTER INDEX "audit_entry_object" RENAME TO "audit_entry_earlier_object";--> statement-breakpoint
ALTER INDEX "audit_entry_time" RENAME TO "audit_entry_earlier_time";--> statement-breakpoint
ALTER TABLE "audit_entry_earlier" DROP CONSTRAINT "audit_entry_pkey";--> statement-breakpoint
-- The table gives these triggers to its partitions.
DROP TRIGGER "audit_entry_kept_for_a_year" ON "audit_entry_earlier";--> statement-breakpoint
DROP TRIGGER "audit_entry_for_feed" ON "audit_entry_earlier";--> statement-breakpoint
DO $$
DECLARE
  numbers record;
BEGIN
  SELECT last_value, is_called INTO numbers FROM audit_entry_sequence_seq;
  ALTER TABLE audit_entry_earlier ALTER COLUMN sequence DROP IDENTITY;
  CREATE TABLE audit_entry (LIKE audit_entry_earlier INCLUDING DEFAULTS) PARTITION BY RANGE (occurred_on);
  ALTER TABLE audit_entry ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME audit_entry_sequence_seq);
  PERFORM setval('audit_entry_sequence_seq', numbers.last_value, numbers.is_called);
END
$$;
--> statement-breakpoint
ALTER TABLE "event" RENAME TO "event_earlier";--> statement-breakpoint
ALTER INDEX "event_numbered" RENAME TO "event_earlier_numbered";--> statement-breakpoint
ALTER TABLE "event_earlier" DROP CONSTRAINT "event_pkey";--> statement-breakpoint
CREATE TABLE "event" (LIKE "event_earlier" INCLUDING DEFAULTS) PARTITION BY RANGE ("numbered_on");--> statement-breakpoint
-- The first partition ends with the quarter of its newest row, in a new database with the last quarter.
DO $$
DECLARE
  parent text;
  time_column text;
  newest timestamptz;
  quarter timestamptz;
BEGIN
  FOR parent, time_column IN VALUES ('audit_entry', 'occurred_on'), ('event', 'numbered_on') LOOP
    EXECUTE format('SELECT max(%I) FROM %I', time_column, parent || '_earlier') INTO newest;
    quarter := date_trunc('quarter', greatest(newest, now()), 'UTC');
    IF newest >= quarter THEN quarter := (quarter AT TIME ZONE 'UTC' + interval '3 months') AT TIME ZONE 'UTC'; END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
      parent, parent || '_earlier', quarter);
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_sequence_occurred_on_pk" PRIMARY KEY ("sequence","occurred_on");--> statement-breakpoint
CREATE INDEX "audit_entry_operative" ON "audit_entry" USING btree ("field_operative_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_object" ON "audit_entry" USING btree ("object_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entry_time" ON "audit_entry" USING btree ("occurred_on");--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_sequence_numbered_on_pk" PRIMARY KEY ("sequence","numbered_on");--> statement-breakpoint
CREATE INDEX "event_numbered" ON "event" USING btree ("numbered_on");--> statement-breakpoint
CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
CREATE TRIGGER "audit_entry_kept_for_a_year" BEFORE DELETE ON "audit_entry"
  FOR EACH ROW WHEN (OLD."occurred_on" > now() - interval '1 year') EXECUTE FUNCTION "refuse_audit_change"();--> statement-breakpoint
CREATE TRIGGER "audit_entry_for_feed" AFTER INSERT ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "after_audit_entry_for_feed"();--> statement-breakpoint
REVOKE UPDATE, TRUNCATE ON "audit_entry" FROM CURRENT_USER;--> statement-breakpoint
SELECT add_partitions();
