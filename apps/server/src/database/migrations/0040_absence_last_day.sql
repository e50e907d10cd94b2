CREATE FUNCTION "last_absence_day"("days" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT max((range ->> 'dateTo') COLLATE "C") FROM jsonb_array_elements("days") range);--> statement-breakpoint
CREATE INDEX "absence_last_day" ON "absence" USING btree (last_absence_day("days")) WHERE "absence"."removed_on" is null and "absence"."status" in (1, 2);