-- CreateTable
CREATE TABLE "rollup_counts" (
    "account_id" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "slot" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL DEFAULT 0,
    "builds_passed" INTEGER NOT NULL DEFAULT 0,
    "builds_failed" INTEGER NOT NULL DEFAULT 0,
    "open_tasks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rollup_counts_pkey" PRIMARY KEY ("account_id","width","starts_at","slot")
);

-- Connections update their own rows again and again; free space keeps the updates on the page.
ALTER TABLE "rollup_counts" SET (fillfactor = 70);

-- Each function adds the written rows (`counted`) to the counts, and subtracts the versions that they replace
-- (`replaced`). The last 24 hours are read as whole ten minutes, then whole ten seconds, then rows; older rows are not
-- counted by time, because nothing reads them.
CREATE FUNCTION count_builds() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO rollup_counts AS c (account_id, width, starts_at, slot, builds_passed, builds_failed)
    SELECT account_id, width, date_bin(make_interval(secs => width), finished_at, 'epoch'), pg_backend_pid(),
      COALESCE(sum(n) FILTER (WHERE status <> 'failed'), 0) AS passed,
      COALESCE(sum(n) FILTER (WHERE status = 'failed'), 0) AS failed
    FROM (SELECT account_id, status, finished_at, 1 AS n FROM counted
      UNION ALL SELECT account_id, status, finished_at, -1 FROM replaced) r, (VALUES (10), (600)) w (width)
    WHERE status IN ('completed', 'passed_pending_approval', 'failed') AND finished_at > now() - interval '36 hours'
    GROUP BY 1, 2, 3
    HAVING sum(n) FILTER (WHERE status <> 'failed') <> 0 OR sum(n) FILTER (WHERE status = 'failed') <> 0
    ON CONFLICT (account_id, width, starts_at, slot) DO UPDATE
    SET builds_passed = c.builds_passed + excluded.builds_passed,
      builds_failed = c.builds_failed + excluded.builds_failed;
  ELSE
    INSERT INTO rollup_counts AS c (account_id, width, starts_at, slot, builds_passed, builds_failed)
    SELECT account_id, width, date_bin(make_interval(secs => width), finished_at, 'epoch'), pg_backend_pid(),
      count(*) FILTER (WHERE status <> 'failed') * TG_ARGV[0]::int,
      count(*) FILTER (WHERE status = 'failed') * TG_ARGV[0]::int
    FROM counted, (VALUES (10), (600)) w (width)
    WHERE status IN ('completed', 'passed_pending_approval', 'failed') AND finished_at > now() - interval '36 hours'
    GROUP BY 1, 2, 3
    ON CONFLICT (account_id, width, starts_at, slot) DO UPDATE
    SET builds_passed = c.builds_passed + excluded.builds_passed,
      builds_failed = c.builds_failed + excluded.builds_failed;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_changes() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO rollup_counts AS c (account_id, width, starts_at, slot, changes)
    SELECT account_id, width, date_bin(make_interval(secs => width), "timestamp", 'epoch'), pg_backend_pid(), sum(n)
    FROM (SELECT account_id, "timestamp", orphaned_at, 1 AS n FROM counted
      UNION ALL SELECT account_id, "timestamp", orphaned_at, -1 FROM replaced) r, (VALUES (10), (600)) w (width)
    WHERE orphaned_at IS NULL AND "timestamp" > now() - interval '36 hours'
    GROUP BY 1, 2, 3
    HAVING sum(n) <> 0
    ON CONFLICT (account_id, width, starts_at, slot) DO UPDATE SET changes = c.changes + excluded.changes;
  ELSE
    INSERT INTO rollup_counts AS c (account_id, width, starts_at, slot, changes)
    SELECT account_id, width, date_bin(make_interval(secs => width), "timestamp", 'epoch'), pg_backend_pid(),
      count(*) * TG_ARGV[0]::int
    FROM counted, (VALUES (10), (600)) w (width)
    WHERE orphaned_at IS NULL AND "timestamp" > now() - interval '36 hours'
    GROUP BY 1, 2, 3
    ON CONFLICT (account_id, width, starts_at, slot) DO UPDATE SET changes = c.changes + excluded.changes;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_open_tasks() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO rollup_counts AS c (account_id, width, starts_at, slot, open_tasks)
    SELECT account_id, 0, 'epoch', pg_backend_pid(), sum(n)
    FROM (SELECT account_id, state, 1 AS n FROM counted
      UNION ALL SELECT account_id, state, -1 FROM replaced) r
    WHERE state <> 'completed'
    GROUP BY 1
    HAVING sum(n) <> 0
    ON CONFLICT (account_id, width, starts_at, slot) DO UPDATE SET open_tasks = c.open_tasks + excluded.open_tasks;
  ELSE
    INSERT INTO rollup_counts AS c (account_id, width, starts_at, slot, open_tasks)
    SELECT account_id, 0, 'epoch', pg_backend_pid(), count(*) * TG_ARGV[0]::int
    FROM counted
    WHERE state <> 'completed'
    GROUP BY 1
    ON CONFLICT (account_id, width, starts_at, slot) DO UPDATE SET open_tasks = c.open_tasks + excluded.open_tasks;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "build_runs_count_inserted" AFTER INSERT ON "build_runs" REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_builds('1');
CREATE TRIGGER "build_runs_count_updated" AFTER UPDATE ON "build_runs"
  REFERENCING NEW TABLE AS counted OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION count_builds();
CREATE TRIGGER "build_runs_count_deleted" AFTER DELETE ON "build_runs" REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_builds('-1');
CREATE TRIGGER "changes_count_inserted" AFTER INSERT ON "changes" REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_changes('1');
CREATE TRIGGER "changes_count_updated" AFTER UPDATE ON "changes"
  REFERENCING NEW TABLE AS counted OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION count_changes();
CREATE TRIGGER "changes_count_deleted" AFTER DELETE ON "changes" REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_changes('-1');
CREATE TRIGGER "tasks_count_inserted" AFTER INSERT ON "tasks" REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_open_tasks('1');
CREATE TRIGGER "tasks_count_updated" AFTER UPDATE ON "tasks"
  REFERENCING NEW TABLE AS counted OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION count_open_tasks();
CREATE TRIGGER "tasks_count_deleted" AFTER DELETE ON "tasks" REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_open_tasks('-1');

-- Counts the rows that exist. The triggers' locks keep writers out until then, so only indexes of recent and open rows
-- are read.
INSERT INTO rollup_counts (account_id, width, starts_at, slot, changes, builds_passed, builds_failed)
SELECT a.id, width, date_bin(make_interval(secs => width), at, 'epoch'), 0, sum(change), sum(passed), sum(failed)
FROM accounts a
CROSS JOIN LATERAL (
  SELECT finished_at AS at, 0 AS change, 1 AS passed, 0 AS failed FROM build_runs
  WHERE account_id = a.id AND status IN ('completed', 'passed_pending_approval')
    AND finished_at > now() - interval '36 hours'
  UNION ALL
  SELECT finished_at, 0, 0, 1 FROM build_runs
  WHERE account_id = a.id AND status = 'failed' AND finished_at > now() - interval '36 hours'
  UNION ALL
  SELECT "timestamp", 1, 0, 0 FROM changes
  WHERE account_id = a.id AND orphaned_at IS NULL AND "timestamp" > now() - interval '36 hours'
) r
CROSS JOIN (VALUES (10), (600)) w (width)
GROUP BY 1, 2, 3;
INSERT INTO rollup_counts (account_id, width, starts_at, slot, open_tasks)
SELECT account_id, 0, 'epoch', 0, count(*) FROM tasks WHERE state <> 'completed' GROUP BY 1;

-- Only the rollup counted open tasks by it.
DROP INDEX "tasks_account_id_open_idx";
