-- What the Prisma schema cannot express; prisma/src/unmodelled.ts lists it by name.

-- Credits are spent with a conditional update. This catches an update that forgets the condition.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_credits_check" CHECK ("credits" >= 0);

-- A task is assigned to an agent or to a person, never to both.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_one_assignee_check" CHECK ("assignee_handle" IS NULL OR "user_id" IS NULL);

-- Addresses are stored in lower case, so that an address belongs to one user however it is capitalised.
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_check" CHECK ("email" = lower("email"));

-- A saved view belongs to a project or to an account.
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_one_place_check" CHECK (num_nonnulls("project_id", "account_id") = 1);

-- A step report may identify its build by the build's web page. Addresses can be longer than an index entry may be.
CREATE INDEX "build_runs_page_idx" ON "build_runs" ("integration_id", md5("build_url")) WHERE "build_url" <> '';

-- Authors are matched in any case.
CREATE INDEX "connected_accounts_uid_lower_idx" ON "connected_accounts" (lower("uid"));

-- Bodies are compressed before they are inserted.
ALTER TABLE "deliveries" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- Logs are the largest values. lz4 compresses several times faster than pglz, but not every server has it.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)) THEN
    ALTER TABLE "build_logs" ALTER COLUMN "content" SET COMPRESSION lz4;
  END IF;
END
$$;

-- These rows are updated often, in columns that no index contains. Free space lets the new version stay on the page.
ALTER TABLE "accounts" SET (fillfactor = 80);
ALTER TABLE "api_tokens" SET (fillfactor = 80);
ALTER TABLE "sessions" SET (fillfactor = 80);
ALTER TABLE "build_steps" SET (fillfactor = 85);
-- Connections update their own rows again and again.
ALTER TABLE "rollup_counts" SET (fillfactor = 70);

-- infra/docs/operate/postgresql.md gives the reasons for the settings of autovacuum.

-- Large tables that change only at their newest end would be vacuumed and analyzed too rarely.
ALTER TABLE "build_runs" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "build_steps" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "delivery_keys" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "idempotency_keys" SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "changes" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "tasks" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- A running build's log is written again and again. Nearly all of it is in the TOAST table, where the default would let a
-- fifth of all logs be dead.
ALTER TABLE "build_logs" SET (
  autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02
);

-- Rows of these tables are rarely or never changed, so only insertions cause a vacuum. It marks new pages as visible to
-- all, and freezes them right away rather than all at once when the transaction ids of the whole table are old.
ALTER TABLE "change_files" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0);
ALTER TABLE "asset_events" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0);

-- A small table that every transaction updates: a share of its few rows would be reached too late.
ALTER TABLE "rollup_counts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Processes that cache integrations listen on this channel. The payload is the id of the integration, or `p` and the id
-- of its project.
CREATE FUNCTION notify_integration_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM pg_notify('slipway_integrations', CASE TG_TABLE_NAME
    WHEN 'projects' THEN 'p' || (changed->>'id')
    WHEN 'integration_secrets' THEN changed->>'integration_id'
    ELSE changed->>'id'
  END);
  RETURN NULL;
END
$$;

CREATE TRIGGER "integrations_notify" AFTER INSERT OR UPDATE OR DELETE ON "integrations"
  FOR EACH ROW EXECUTE FUNCTION notify_integration_change();
CREATE TRIGGER "integration_secrets_notify" AFTER INSERT OR UPDATE OR DELETE ON "integration_secrets"
  FOR EACH ROW EXECUTE FUNCTION notify_integration_change();
CREATE TRIGGER "projects_notify" AFTER UPDATE OF "paused_at", "archived_at", "account_id" ON "projects"
  FOR EACH ROW EXECUTE FUNCTION notify_integration_change();

-- Holds deliveries of days that have no partition yet.
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT;

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

-- Creates the missing partitions of the given days (UTC) and returns their names. Rows of such a day move over from the
-- default partition. A table is created separately and then attached, which blocks neither readers nor writers of other
-- days.
CREATE FUNCTION ensure_delivery_partitions("from" date, days integer) RETURNS SETOF text
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

-- Drops the partitions of all days before the given one (UTC) and returns their names. Older rows of the default
-- partition are deleted.
CREATE FUNCTION drop_delivery_partitions(before date) RETURNS SETOF text
LANGUAGE plpgsql
SET lock_timeout = '5s'
AS $$
DECLARE
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ensure_delivery_partitions', 0));
  FOR partition IN
    SELECT child.relname
      FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
     WHERE inhparent = '"deliveries"'::regclass
       AND child.relname ~ '^deliveries_[0-9]{8}$'
       AND child.relname < 'deliveries_' || to_char(before, 'YYYYMMDD')
     ORDER BY child.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
  DELETE FROM "deliveries_default" WHERE "received_at" < before::timestamp AT TIME ZONE 'UTC';
END
$$;

-- From yesterday, for deliveries that were received before midnight and are applied after it, to three days ahead. The
-- worker creates the partitions that follow.
SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - 1, 5);

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

-- Tasks by label, for lists that are filtered by it.
CREATE FUNCTION maintain_task_labels() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM task_labels WHERE project_id = OLD.project_id AND label = ANY (OLD.labels)
      AND created_at = OLD.created_at AND task_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO task_labels (project_id, label, created_at, task_id)
    SELECT NEW.project_id, label, NEW.created_at, NEW.id FROM unnest(NEW.labels) AS label
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "tasks_labels" AFTER INSERT OR DELETE OR UPDATE OF "labels", "project_id", "created_at" ON "tasks"
  FOR EACH ROW EXECUTE FUNCTION maintain_task_labels();

-- The hash of an entry: SHA-256 of the previous entry's hash and of everything the entry says.
CREATE FUNCTION audit_entry_hash(previous bytea, entry audit_entries) RETURNS bytea
LANGUAGE sql STABLE
AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
    entry.account_id, entry.position, entry.id, (extract(epoch FROM entry.created_at) * 1000)::bigint, entry.user_id,
    entry.project_id, entry.action, entry.target, entry.detail, entry.ip_address, entry.user_agent)::text, 'UTF8'))
$$;

-- Appends an entry to its account's chain. The row of the chain serializes the writers of an account.
CREATE FUNCTION chain_audit_entry(entry audit_entries) RETURNS void
LANGUAGE plpgsql
SET slipway.audit_log TO 'append'
AS $$
DECLARE
  chain audit_chains;
BEGIN
  INSERT INTO audit_chains (account_id, length, hash) VALUES (entry.account_id, 0, '') ON CONFLICT DO NOTHING;
  SELECT * INTO chain FROM audit_chains WHERE account_id = entry.account_id FOR UPDATE;
  entry.position := chain.length + 1;
  entry.hash := audit_entry_hash(chain.hash, entry);
  UPDATE audit_entries SET position = entry.position, hash = entry.hash WHERE id = entry.id;
  UPDATE audit_chains SET length = entry.position, hash = entry.hash WHERE account_id = entry.account_id;
END
$$;

CREATE FUNCTION chain_new_audit_entry() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM chain_audit_entry(NEW);
  RETURN NULL;
END
$$;

-- Only the two functions with the setting `slipway.audit_log` change rows: one completes new entries, one deletes the
-- log of an account that has no members.
CREATE FUNCTION protect_audit_log() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  task text := current_setting('slipway.audit_log', true);
BEGIN
  IF TG_OP = 'UPDATE' AND task = 'append' THEN
    IF TG_TABLE_NAME = 'audit_chains' THEN
      RETURN NEW;
    ELSIF OLD.position IS NULL THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' AND task = 'delete' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege',
    HINT = 'delete_audit_log deletes the log of an account without members.';
END
$$;

CREATE FUNCTION delete_audit_log(of_account integer) RETURNS void
LANGUAGE plpgsql
SET slipway.audit_log TO 'delete'
AS $$
BEGIN
  IF EXISTS (SELECT FROM account_memberships WHERE account_id = of_account) THEN
    RAISE EXCEPTION 'account % still has members', of_account USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM audit_entries WHERE account_id = of_account;
  DELETE FROM audit_chains WHERE account_id = of_account;
END
$$;

-- At commit, so that a transaction holds the chain of its account only for a moment and never waits for another one
-- while it does.
CREATE CONSTRAINT TRIGGER "audit_entries_chain" AFTER INSERT ON "audit_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_new_audit_entry();

CREATE TRIGGER "audit_entries_protect" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION protect_audit_log();
CREATE TRIGGER "audit_entries_protect_all" BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION protect_audit_log();
CREATE TRIGGER "audit_chains_protect" BEFORE UPDATE OR DELETE ON "audit_chains"
  FOR EACH ROW EXECUTE FUNCTION protect_audit_log();
CREATE TRIGGER "audit_chains_protect_all" BEFORE TRUNCATE ON "audit_chains"
  FOR EACH STATEMENT EXECUTE FUNCTION protect_audit_log();

-- Releases before the audit chains delete only the account and rely on cascades, which the protection of the audit log
-- refuses. After a rollback they can still delete an account: its log goes first, if the account has no members.
CREATE FUNCTION delete_audit_log_of_account() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM account_memberships WHERE account_id = OLD.id) THEN
    PERFORM delete_audit_log(OLD.id);
  END IF;
  RETURN OLD;
END
$$;

CREATE TRIGGER "accounts_audit_log" BEFORE DELETE ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION delete_audit_log_of_account();
