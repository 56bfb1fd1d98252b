-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "hash" BYTEA,
ADD COLUMN     "position" BIGINT;

-- CreateTable
CREATE TABLE "audit_chains" (
    "account_id" INTEGER NOT NULL,
    "length" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_entries_account_id_position_key" ON "audit_entries"("account_id", "position");

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

-- Existing entries.
DO $$
DECLARE
  entry audit_entries;
BEGIN
  FOR entry IN SELECT * FROM audit_entries ORDER BY id LOOP
    PERFORM chain_audit_entry(entry);
  END LOOP;
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
