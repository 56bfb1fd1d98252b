-- AlterTable
ALTER TABLE "test_runs" ADD COLUMN     "flaky" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "test_runs_project_id_started_at_idx" ON "test_runs"("project_id", "started_at");
