-- DropIndex
DROP INDEX "build_runs_last_passing_idx";

-- AlterTable
ALTER TABLE "investigations" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "build_baselines" (
    "integration_id" INTEGER NOT NULL,
    "job_name" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,
    "baseline" JSONB NOT NULL,
    "build_run_id" BIGINT NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "build_baselines_pkey" PRIMARY KEY ("integration_id","job_name")
);

-- CreateIndex
CREATE INDEX "build_baselines_project_id_updated_at_idx" ON "build_baselines"("project_id", "updated_at");

-- CreateIndex
CREATE INDEX "build_runs_last_passing_idx" ON "build_runs"("project_id", "job_name", "finished_at") WHERE (status IN ('completed', 'passed_pending_approval'));

-- AddForeignKey
ALTER TABLE "build_baselines" ADD CONSTRAINT "build_baselines_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
