-- slipway:no-transaction
-- The events of a change that moves to another project.
CREATE INDEX CONCURRENTLY "asset_events_change_idx" ON "asset_events"("change_id") WHERE (change_id IS NOT NULL);
