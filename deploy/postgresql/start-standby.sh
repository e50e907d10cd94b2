#!/bin/sh
# Starts a standby. An empty PGDATA is filled from the primary at PRIMARY (host=... port=...), with the password of the
# role "replicator" in REPLICATOR_PASSWORD. The arguments are those of postgres.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  chmod 0700 "$PGDATA"
  PGPASSWORD="$REPLICATOR_PASSWORD" pg_basebackup --dbname="$PRIMARY user=replicator" --pgdata="$PGDATA" --wal-method=stream \
    --checkpoint=fast --write-recovery-conf
  # The primary's own setting: a standby that is promoted would wait for itself.
  sed -i '/^synchronous_standby_names/d' "$PGDATA/postgresql.auto.conf"
fi
exec postgres "$@"
