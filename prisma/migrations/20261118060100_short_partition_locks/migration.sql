-- While one of these functions waits for a lock, everybody who comes later waits behind it. Each therefore gives up soon,
-- and its caller tries again; each is one statement, so that no lock outlives a worker that hangs.

-- As before, but waits only 150 ms, and only for the default partition.
CREATE OR REPLACE FUNCTION ensure_delivery_partitions("from" date, days integer) RETURNS SETOF text
LANGUAGE plpgsql
SET lock_timeout = '150ms'
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
    -- Unlike to_regclass, this sees what another worker created while this one waited.
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_class
      WHERE relname = partition
        AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = '"deliveries"'::regclass)
    );
    lower_bound := day::timestamp AT TIME ZONE 'UTC';
    upper_bound := (day + 1)::timestamp AT TIME ZONE 'UTC';
    EXECUTE format(
      'CREATE TABLE %I (LIKE "deliveries" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)',
      partition
    );
    PERFORM tune_delivery_partition(partition::regclass);
    -- Blocks neither readers nor writers. Attaching needs it too, and must not wait for it while it holds the next lock.
    LOCK TABLE ONLY "deliveries" IN SHARE UPDATE EXCLUSIVE MODE;
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

-- Detaches the partition of an expired day and notes it in "expired_partitions". Returns false if it is not attached.
-- Detaching locks out everybody from the ledger. Whoever uses a partition through the ledger holds a lock on the ledger
-- too, so nobody but a vacuum can hold the partitions once the ledger is locked.
CREATE FUNCTION detach_delivery_partition(partition text) RETURNS boolean
LANGUAGE plpgsql
SET lock_timeout = '150ms'
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ensure_delivery_partitions', 0));
  IF NOT EXISTS (
    SELECT FROM pg_inherits WHERE inhparent = '"deliveries"'::regclass AND inhrelid = to_regclass(partition)
  ) THEN
    RETURN false;
  END IF;
  LOCK TABLE ONLY "deliveries" IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('LOCK TABLE %I, "deliveries_default" IN ACCESS EXCLUSIVE MODE NOWAIT', partition);
  EXECUTE format('ALTER TABLE "deliveries" DETACH PARTITION %I', partition);
  INSERT INTO "expired_partitions" ("name") VALUES (partition);
  RETURN true;
END
$$;

-- Finds the deliveries that have no partition by their day. The table is small, unless partitions were not created for
-- long.
CREATE INDEX "deliveries_default_received_at_idx" ON "deliveries_default"("received_at");
