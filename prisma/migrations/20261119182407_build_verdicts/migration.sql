-- CreateEnum
CREATE TYPE "finding_verdict" AS ENUM ('cause', 'other_line', 'not_ours');

-- CreateTable
CREATE TABLE "build_verdicts" (
    "build_run_id" BIGINT NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "verdict" "finding_verdict" NOT NULL,
    "line" INTEGER,
    "judged_line" INTEGER,
    "category" TEXT NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "confirmed_hash" BIGINT,
    "confirmed_form" TEXT,
    "refused_hash" BIGINT,
    "user_id" INTEGER NOT NULL,
    "judged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "build_verdicts_pkey" PRIMARY KEY ("build_run_id")
);

-- CreateIndex
CREATE INDEX "build_verdicts_project_id_category_idx" ON "build_verdicts"("project_id", "category");

-- CreateIndex
CREATE INDEX "build_verdicts_integration_id_job_key_judged_at_idx" ON "build_verdicts"("integration_id", "job_key", "judged_at");

-- AddForeignKey
ALTER TABLE "build_verdicts" ADD CONSTRAINT "build_verdicts_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
