-- infra/docs/operate/postgresql.md gives the reasons. These settings lock out neither readers nor writers.

-- A running build's log is written again and again. Nearly all of it is in the TOAST table, where the default would let a
-- fifth of all logs be dead.
ALTER TABLE "build_logs" SET (
  autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02
);

-- Large tables that change only at their newest end, as in the first migration.
ALTER TABLE "changes" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "tasks" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Rows of these tables are rarely or never changed, so only insertions cause a vacuum. It marks new pages as visible to
-- all, and freezes them right away rather than all at once when the transaction ids of the whole table are old.
ALTER TABLE "change_files" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0);
ALTER TABLE "asset_events" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0);

-- A small table that every transaction updates: a share of its few rows would be reached too late.
ALTER TABLE "rollup_counts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A day of the ledger is written once, read seldom and dropped as a whole: a vacuum whenever it has doubled is enough.
CREATE FUNCTION tune_delivery_partition(partition regclass) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format(
    'ALTER TABLE %s SET (autovacuum_vacuum_insert_scale_factor = 1, autovacuum_freeze_min_age = 0)', partition
  );
END
$$;

-- As before, but with the settings above.
CREATE OR REPLACE FUNCTION ensure_delivery_partitions("from" date, days integer) RETURNS SETOF text
LANGUAGE plpgsql
SET lock_timeout = '5s'
AS $$
DECLARE
  day date;
  partition text;
  lower_bound timestamptz;
  upper_bound timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ensure_delivery_partitions', 0));
  FOR day IN SELECT "from" + n FROM generate_series(0, days - 1) AS n LOOP
    partition := 'deliveries_' || to_char(day, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    lower_bound := day::timestamp AT TIME ZONE 'UTC';
    upper_bound := (day + 1)::timestamp AT TIME ZONE 'UTC';
    EXECUTE format(
      'CREATE TABLE %I (LIKE "deliveries" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)',
      partition
    );
    PERFORM tune_delivery_partition(partition::regclass);
    LOCK TABLE "deliveries_default" IN ACCESS EXCLUSIVE MODE;
    EXECUTE format(
      'WITH moved AS (DELETE FROM "deliveries_default" WHERE "received_at" >= %L AND "received_at" < %L RETURNING *)
       INSERT INTO %I SELECT * FROM moved',
      lower_bound, upper_bound, partition
    );
    EXECUTE format(
      'ALTER TABLE "deliveries" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, lower_bound, upper_bound
    );
    RETURN NEXT partition;
  END LOOP;
END
$$;

-- The partitions that exist, but for those of past days, to which nothing is added.
SELECT tune_delivery_partition(inhrelid::regclass) FROM pg_inherits
WHERE inhparent = '"deliveries"'::regclass
  AND right(inhrelid::regclass::text, 8) >= to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD')
  AND inhrelid::regclass::text ~ '^deliveries_[0-9]{8}$';
