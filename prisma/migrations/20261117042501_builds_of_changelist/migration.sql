-- slipway:no-transaction
-- The builds of a changelist in the order of their creation.
CREATE INDEX CONCURRENTLY "build_runs_of_changelist_idx" ON "build_runs"("project_id", "changelist", "created_at", "id") WHERE (changelist <> '');
