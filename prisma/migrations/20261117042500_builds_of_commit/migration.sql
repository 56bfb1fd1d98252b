-- slipway:no-transaction
-- The builds of a commit in the order of their creation.
CREATE INDEX CONCURRENTLY "build_runs_of_commit_idx" ON "build_runs"("project_id", "commit_hash", "created_at", "id") WHERE (commit_hash <> '');
