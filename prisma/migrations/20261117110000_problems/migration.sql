-- CreateEnum
CREATE TYPE "automatic_investigation" AS ENUM ('off', 'main_jobs', 'every_failure');

-- CreateEnum
CREATE TYPE "problem_state" AS ENUM ('open', 'resolved', 'ignored');

-- CreateEnum
CREATE TYPE "problem_mark" AS ENUM ('known', 'flaky', 'infrastructure');

-- AlterTable
-- Projects that exist spend no credits until an owner allows it; new ones investigate their main job.
ALTER TABLE "projects" ADD COLUMN     "automatic_daily_credits" INTEGER NOT NULL DEFAULT 20,
ADD COLUMN     "automatic_investigation" "automatic_investigation" NOT NULL DEFAULT 'off';
ALTER TABLE "projects" ALTER COLUMN "automatic_investigation" SET DEFAULT 'main_jobs';

-- AlterTable
ALTER TABLE "investigations" ADD COLUMN     "automatic" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "fingerprint" CHAR(64),
ADD COLUMN     "has_log" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "problems" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "category" TEXT NOT NULL,
    "tool" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "file" TEXT,
    "symbol" TEXT,
    "test" TEXT,
    "state" "problem_state" NOT NULL DEFAULT 'open',
    "mark" "problem_mark",
    "assignee_user_id" INTEGER,
    "note" TEXT NOT NULL DEFAULT '',
    "task_id" INTEGER,
    "seen_count" INTEGER NOT NULL DEFAULT 0,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "first_build_run_id" BIGINT NOT NULL,
    "last_build_run_id" BIGINT NOT NULL,
    "suspected_change_id" BIGINT,
    "regressions" INTEGER NOT NULL DEFAULT 0,
    "reopened_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" INTEGER,
    "fix_build_run_id" BIGINT,
    "fix_change_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "problems_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "problem_builds" (
    "problem_id" BIGINT NOT NULL,
    "build_run_id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "problem_builds_pkey" PRIMARY KEY ("problem_id","build_run_id")
);

-- CreateTable
CREATE TABLE "problem_jobs" (
    "problem_id" BIGINT NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "job_name" TEXT NOT NULL,
    "seen_count" INTEGER NOT NULL DEFAULT 1,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_build_run_id" BIGINT NOT NULL,
    "passes" SMALLINT NOT NULL DEFAULT 0,
    "passed_at" TIMESTAMPTZ(3),

    CONSTRAINT "problem_jobs_pkey" PRIMARY KEY ("problem_id","integration_id","job_key","branch")
);

-- CreateTable
CREATE TABLE "problem_days" (
    "problem_id" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "seen_count" INTEGER NOT NULL,

    CONSTRAINT "problem_days_pkey" PRIMARY KEY ("problem_id","day")
);

-- CreateIndex
CREATE INDEX "problems_project_id_last_seen_at_id_idx" ON "problems"("project_id", "last_seen_at", "id");

-- CreateIndex
CREATE INDEX "problems_project_id_state_last_seen_at_id_idx" ON "problems"("project_id", "state", "last_seen_at", "id");

-- CreateIndex
CREATE INDEX "problems_suspected_change_idx" ON "problems"("suspected_change_id") WHERE (suspected_change_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "problems_fix_change_idx" ON "problems"("fix_change_id") WHERE (fix_change_id IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "problems_project_id_fingerprint_key" ON "problems"("project_id", "fingerprint");

-- CreateIndex
CREATE INDEX "problem_builds_problem_id_seen_at_build_run_id_idx" ON "problem_builds"("problem_id", "seen_at", "build_run_id");

-- CreateIndex
CREATE INDEX "problem_builds_build_run_id_seen_at_idx" ON "problem_builds"("build_run_id", "seen_at");

-- CreateIndex
CREATE INDEX "problem_jobs_failing_idx" ON "problem_jobs"("integration_id", "job_key") WHERE (passes < 3);

-- CreateIndex
CREATE INDEX "problem_jobs_passed_idx" ON "problem_jobs"("passed_at") WHERE (passed_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "investigations_automatic_charges_idx" ON "investigations"("project_id", "charged_on") WHERE (automatic AND credits_charged > 0);

-- AddForeignKey
ALTER TABLE "problems" ADD CONSTRAINT "problems_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "problem_builds" ADD CONSTRAINT "problem_builds_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "problem_builds" ADD CONSTRAINT "problem_builds_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "problem_jobs" ADD CONSTRAINT "problem_jobs_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "problem_days" ADD CONSTRAINT "problem_days_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE CASCADE;
