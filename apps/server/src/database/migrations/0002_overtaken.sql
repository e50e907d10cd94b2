-- Ends a transaction that lost a race as PostgreSQL ends one that cannot be serialised: to be tried again.
CREATE FUNCTION "overtaken"() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Another server was faster' USING ERRCODE = 'serialization_failure';
END
$$;
