-- CreateIndex
CREATE INDEX "deliveries_project_id_event_received_at_id_idx" ON "deliveries"("project_id", "event", "received_at", "id");

-- CreateIndex
CREATE INDEX "deliveries_replays_idx" ON "deliveries"("project_id", "replay_of", "received_at", "id") WHERE (replay_of IS NOT NULL);
