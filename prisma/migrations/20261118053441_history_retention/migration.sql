-- AlterTable
ALTER TABLE "retention_sweeps" ADD COLUMN     "last_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "legal_holds" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER,
    "reason" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_retentions" (
    "project_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "days" INTEGER NOT NULL,

    CONSTRAINT "project_retentions_pkey" PRIMARY KEY ("project_id","kind")
);

-- CreateTable
CREATE TABLE "asset_removals" (
    "id" BIGSERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_removals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "held_deliveries" (
    "id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "outcome" "delivery_outcome" NOT NULL,
    "reason" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "body" BYTEA,
    "body_bytes" INTEGER NOT NULL DEFAULT 0,
    "touched" JSONB NOT NULL DEFAULT '[]',
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "replay_of" UUID,
    "queued_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_deliveries_pkey" PRIMARY KEY ("id","received_at")
);

-- CreateIndex
CREATE UNIQUE INDEX "legal_holds_project_id_key" ON "legal_holds"("project_id");

-- CreateIndex
CREATE INDEX "legal_holds_account_id_idx" ON "legal_holds"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "legal_holds_whole_account_key" ON "legal_holds"("account_id") WHERE (project_id IS NULL);

-- CreateIndex
CREATE INDEX "asset_removals_project_id_created_at_id_idx" ON "asset_removals"("project_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_removals_project_id_path_key" ON "asset_removals"("project_id", "path");

-- CreateIndex
CREATE INDEX "held_deliveries_project_id_received_at_id_idx" ON "held_deliveries"("project_id", "received_at", "id");

-- CreateIndex
CREATE INDEX "held_deliveries_project_id_outcome_received_at_id_idx" ON "held_deliveries"("project_id", "outcome", "received_at", "id");

-- CreateIndex
CREATE INDEX "held_deliveries_project_id_integration_id_received_at_id_idx" ON "held_deliveries"("project_id", "integration_id", "received_at", "id");

-- CreateIndex
CREATE INDEX "held_deliveries_project_id_event_received_at_id_idx" ON "held_deliveries"("project_id", "event", "received_at", "id");

-- CreateIndex
CREATE INDEX "held_deliveries_replays_idx" ON "held_deliveries"("project_id", "replay_of", "received_at", "id") WHERE (replay_of IS NOT NULL);

-- AddForeignKey
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_retentions" ADD CONSTRAINT "project_retentions_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_removals" ADD CONSTRAINT "asset_removals_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Bodies are compressed already, as in deliveries.
ALTER TABLE "held_deliveries" ALTER COLUMN "body" SET STORAGE EXTERNAL;
