-- CreateEnum
CREATE TYPE "culprit_search_state" AS ENUM ('active', 'ended', 'stopped');

-- CreateEnum
CREATE TYPE "culprit_runner" AS ENUM ('ci', 'client');

-- CreateEnum
CREATE TYPE "culprit_run_outcome" AS ENUM ('requested', 'running', 'passed', 'failed', 'untestable', 'lost');

-- AlterTable
ALTER TABLE "build_runs" ADD COLUMN     "searched_problem_id" BIGINT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "culprit_runs_per_day" INTEGER NOT NULL DEFAULT 40;

-- CreateTable
CREATE TABLE "culprit_searches" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "problem_id" BIGINT NOT NULL,
    "state" "culprit_search_state" NOT NULL DEFAULT 'active',
    "runs_by" "culprit_runner" NOT NULL,
    "max_runs" INTEGER NOT NULL,
    "started_by_id" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "culprit_change_id" BIGINT,
    "unavailable" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "culprit_searches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "culprit_runs" (
    "id" BIGSERIAL NOT NULL,
    "search_id" BIGINT NOT NULL,
    "project_id" INTEGER NOT NULL,
    "client_run_id" UUID,
    "identifier" TEXT NOT NULL,
    "outcome" "culprit_run_outcome" NOT NULL,
    "build_run_id" BIGINT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "counted_on" DATE,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "integration_id" INTEGER,
    "job_key" TEXT,
    "build_number" TEXT,
    "queue_item" BIGINT,

    CONSTRAINT "culprit_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "culprit_searches_problem_id_started_at_idx" ON "culprit_searches"("problem_id", "started_at");

-- CreateIndex
CREATE INDEX "culprit_searches_due_idx" ON "culprit_searches"("due_at") WHERE (state = 'active');

-- CreateIndex
CREATE INDEX "culprit_searches_project_id_idx" ON "culprit_searches"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "culprit_searches_active_key" ON "culprit_searches"("problem_id") WHERE (state = 'active');

-- CreateIndex
CREATE INDEX "culprit_runs_search_id_idx" ON "culprit_runs"("search_id");

-- CreateIndex
CREATE INDEX "culprit_runs_unlinked_idx" ON "culprit_runs"("integration_id", "job_key") WHERE (build_run_id IS NULL AND asked_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "culprit_runs_counted_idx" ON "culprit_runs"("project_id", "counted_on") WHERE (counted_on IS NOT NULL);

-- CreateIndex
CREATE INDEX "culprit_runs_build_idx" ON "culprit_runs"("build_run_id") WHERE (build_run_id IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "culprit_runs_project_id_client_run_id_key" ON "culprit_runs"("project_id", "client_run_id");

-- AddForeignKey
ALTER TABLE "culprit_searches" ADD CONSTRAINT "culprit_searches_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "culprit_searches" ADD CONSTRAINT "culprit_searches_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "culprit_runs" ADD CONSTRAINT "culprit_runs_search_id_fkey" FOREIGN KEY ("search_id") REFERENCES "culprit_searches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
