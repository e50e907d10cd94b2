#!/bin/sh
# Creates the roles and the database in a new primary. POSTGRES_USER is its superuser.
set -eu
psql --username="$POSTGRES_USER" --dbname=postgres --set=ON_ERROR_STOP=1 \
  --set=fieldfare="$FIELDFARE_PASSWORD" --set=replicator="$REPLICATOR_PASSWORD" <<'SQL'
create role replicator login replication password :'replicator';
create role fieldfare login password :'fieldfare';
create database fieldfare owner fieldfare;
SQL
