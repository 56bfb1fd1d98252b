-- CreateEnum
CREATE TYPE "github_update_kind" AS ENUM ('status', 'comment');

-- CreateTable
CREATE TABLE "github_connections" (
    "integration_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "statuses" BOOLEAN NOT NULL DEFAULT false,
    "comments" BOOLEAN NOT NULL DEFAULT false,
    "api_url" TEXT NOT NULL,
    "app_id" TEXT,
    "test_requested_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "paused_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "github_connections_pkey" PRIMARY KEY ("integration_id")
);

-- CreateTable
CREATE TABLE "github_updates" (
    "id" BIGSERIAL NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "repository" TEXT NOT NULL,
    "sha" TEXT NOT NULL,
    "kind" "github_update_kind" NOT NULL,
    "job_name" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "pending_since" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "sent_digest" TEXT,
    "last_error" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "github_updates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "github_comments" (
    "integration_id" INTEGER NOT NULL,
    "repository" TEXT NOT NULL,
    "pull_number" INTEGER NOT NULL,
    "comment_id" BIGINT NOT NULL,
    "shows_failure" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "github_comments_pkey" PRIMARY KEY ("integration_id","repository","pull_number")
);

-- CreateIndex
CREATE INDEX "github_connections_project_id_idx" ON "github_connections"("project_id");

-- CreateIndex
CREATE INDEX "github_updates_pending_idx" ON "github_updates"("integration_id", "pending_since", "id") WHERE (pending_since IS NOT NULL);

-- CreateIndex
CREATE INDEX "github_updates_updated_at_idx" ON "github_updates"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "github_updates_integration_id_repository_sha_kind_job_name_key" ON "github_updates"("integration_id", "repository", "sha", "kind", "job_name");

-- CreateIndex
CREATE INDEX "github_comments_failing_idx" ON "github_comments"("integration_id", "repository") WHERE (shows_failure);

-- CreateIndex
CREATE INDEX "github_comments_updated_at_idx" ON "github_comments"("updated_at");

-- AddForeignKey
ALTER TABLE "github_connections" ADD CONSTRAINT "github_connections_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "github_updates" ADD CONSTRAINT "github_updates_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "github_connections"("integration_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "github_comments" ADD CONSTRAINT "github_comments_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "github_connections"("integration_id") ON DELETE CASCADE ON UPDATE CASCADE;
