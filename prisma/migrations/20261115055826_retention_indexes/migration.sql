-- Keys go with the ledger's partition that names them, by their primary key; deleted rows make block ranges overlap, so
-- that this index would stop telling days apart after the first month.
DROP INDEX "delivery_keys_received_at_idx";

-- CreateIndex
CREATE INDEX "build_page_steps_status_at_idx" ON "build_page_steps"("status_at");

-- CreateIndex
CREATE INDEX "dead_letters_resolved_idx" ON "dead_letters"("resolved_at") WHERE (resolved_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "mail_outbox_settled_idx" ON "mail_outbox"("created_at") WHERE (status IN ('sent', 'failed'));
