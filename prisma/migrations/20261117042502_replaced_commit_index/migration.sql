-- slipway:no-transaction
-- The previous release finds builds with the new index as well.
DROP INDEX CONCURRENTLY IF EXISTS "build_runs_project_id_commit_hash_idx";
