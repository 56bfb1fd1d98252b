-- slipway:no-transaction
-- Entries of new builds are close together. Digests of pages are not: each new build touched another page of the index.
CREATE INDEX CONCURRENTLY "build_runs_page_start_idx" ON "build_runs" ("integration_id", left("build_url", 200) COLLATE "C") WHERE "build_url" <> '';
