-- AlterTable
ALTER TABLE "tests" ADD COLUMN     "last_failed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "test_states_flaky_idx" ON "test_states"("project_id", "test_id") WHERE (flake_rate > 0);

-- CreateIndex
CREATE INDEX "tests_failed_idx" ON "tests"("project_id", "last_failed_at", "id") WHERE (last_failed_at IS NOT NULL);
