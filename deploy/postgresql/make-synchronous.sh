#!/bin/sh
# Makes every commit wait for the standby STANDBY, once it follows the primary, which PGHOST, PGUSER and POSTGRES_PASSWORD
# name.
set -eu
export PGPASSWORD="$POSTGRES_PASSWORD"
until [ "$(psql --no-align --tuples-only --dbname=postgres --command="select count(*) from pg_stat_replication where state = 'streaming' and application_name = '$STANDBY'")" = 1 ]; do
  sleep 2
done
psql --dbname=postgres --command="alter system set synchronous_standby_names = '\"$STANDBY\"'"
psql --dbname=postgres --command="select pg_reload_conf()"
