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
