-- slipway:no-transaction
-- Retention keeps the newest failed build of each job, as it keeps the newest passing one.
CREATE INDEX CONCURRENTLY "build_runs_last_failing_idx" ON "build_runs"("project_id", "job_key", "finished_at") WHERE (status = 'failed'::build_status);
