-- slipway:no-transaction
CREATE INDEX CONCURRENTLY "approvals_account_pending_change_idx" ON "approvals"("account_id", "project_id", "commit_sha", "created_at") WHERE (status = 'pending');
