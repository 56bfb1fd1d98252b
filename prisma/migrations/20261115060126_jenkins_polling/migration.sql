-- CreateEnum
CREATE TYPE "poll_state" AS ENUM ('waiting', 'ok', 'failing', 'paused');

-- CreateTable
CREATE TABLE "jenkins_polls" (
    "integration_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "server" TEXT NOT NULL,
    "config_digest" CHAR(32) NOT NULL,
    "state" "poll_state" NOT NULL DEFAULT 'waiting',
    "last_error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_poll_at" TIMESTAMPTZ(3) NOT NULL,
    "last_polled_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "jenkins_polls_pkey" PRIMARY KEY ("integration_id")
);

-- CreateTable
CREATE TABLE "jenkins_jobs" (
    "integration_id" INTEGER NOT NULL,
    "job_name" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jenkins_jobs_pkey" PRIMARY KEY ("integration_id","job_name")
);

-- CreateTable
CREATE TABLE "jenkins_builds" (
    "integration_id" INTEGER NOT NULL,
    "job_name" TEXT NOT NULL,
    "build_number" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "log_offset" BIGINT NOT NULL DEFAULT 0,
    "log_stored_at" TIMESTAMPTZ(3),
    "queue_item" BIGINT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_poll_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jenkins_builds_pkey" PRIMARY KEY ("integration_id","job_name","build_number")
);

-- CreateIndex
CREATE INDEX "jenkins_polls_next_poll_at_idx" ON "jenkins_polls"("next_poll_at");

-- CreateIndex
CREATE INDEX "jenkins_polls_server_idx" ON "jenkins_polls"("server");

-- CreateIndex
CREATE INDEX "jenkins_jobs_integration_id_next_check_at_idx" ON "jenkins_jobs"("integration_id", "next_check_at");

-- CreateIndex
CREATE INDEX "jenkins_builds_unsettled_idx" ON "jenkins_builds"("integration_id", "next_poll_at") WHERE (settled_at IS NULL);

-- CreateIndex
CREATE INDEX "jenkins_builds_settled_idx" ON "jenkins_builds"("settled_at") WHERE (settled_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "integrations_jenkins_idx" ON "integrations"("id") WHERE (provider = 'jenkins');

-- CreateIndex
CREATE INDEX "build_runs_unfinished_idx" ON "build_runs"("integration_id", "id") WHERE (finished_at IS NULL);

-- AddForeignKey
ALTER TABLE "jenkins_polls" ADD CONSTRAINT "jenkins_polls_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jenkins_jobs" ADD CONSTRAINT "jenkins_jobs_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jenkins_builds" ADD CONSTRAINT "jenkins_builds_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
