-- AlterTable
ALTER TABLE "delivery_keys" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);

-- Processes that know integrations by heart listen here: whoever changes one, by whatever way, they hear of it as it
-- commits. The payload is the id of the integration, or that of the project with a `p` before it.
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
