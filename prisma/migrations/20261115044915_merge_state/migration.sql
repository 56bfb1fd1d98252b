-- AlterTable
ALTER TABLE "external_references" DROP COLUMN "assignee_at",
DROP COLUMN "state_at",
DROP COLUMN "title_at",
ADD COLUMN     "told" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "changes" ADD COLUMN     "files_digest" TEXT,
ADD COLUMN     "told" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "build_runs" ADD COLUMN     "actor" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "told" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "build_steps" ADD COLUMN     "detail_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "build_artifacts" ADD COLUMN     "reported_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "build_logs" ADD COLUMN     "reported_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "event_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "last_event_at" TIMESTAMPTZ(3),
ADD COLUMN     "told" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "told_version" INTEGER;

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "commit_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "deployments" ADD COLUMN     "actor" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "told" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "ref_moves" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "repository" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "forced" BOOLEAN NOT NULL,
    "commits" TEXT[],
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "digest" CHAR(64) NOT NULL,

    CONSTRAINT "ref_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "build_page_steps" (
    "integration_id" INTEGER NOT NULL,
    "page_digest" CHAR(32) NOT NULL,
    "attempt" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "status_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "detail" TEXT NOT NULL DEFAULT '',
    "detail_at" TIMESTAMPTZ(3),

    CONSTRAINT "build_page_steps_pkey" PRIMARY KEY ("integration_id","page_digest","attempt","name")
);

-- CreateIndex
CREATE INDEX "ref_moves_integration_id_repository_ref_moved_at_id_idx" ON "ref_moves"("integration_id", "repository", "ref", "moved_at", "id");

-- CreateIndex
CREATE INDEX "ref_moves_forced_idx" ON "ref_moves"("integration_id", "repository", "ref") WHERE (forced);

-- CreateIndex
CREATE INDEX "ref_moves_commits_idx" ON "ref_moves" USING GIN ("commits");

-- CreateIndex
CREATE INDEX "ref_moves_project_id_idx" ON "ref_moves"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "ref_moves_integration_id_repository_ref_digest_key" ON "ref_moves"("integration_id", "repository", "ref", "digest");

-- CreateIndex
CREATE INDEX "build_page_steps_project_id_idx" ON "build_page_steps"("project_id");

-- AddForeignKey
ALTER TABLE "ref_moves" ADD CONSTRAINT "ref_moves_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_page_steps" ADD CONSTRAINT "build_page_steps_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Versions so far were the events.
UPDATE "assets" a SET "event_count" = e.count, "last_event_at" = e.last
FROM (SELECT "asset_id", count(*) AS count, max("occurred_at") AS last FROM "asset_events" GROUP BY "asset_id") e
WHERE e."asset_id" = a."id";

-- What follows is beyond the Prisma schema; src/unmodelled.ts lists it by name.

-- Steps name their build by its page. Addresses may be longer than an index takes, so it holds their digests.
CREATE INDEX "build_runs_page_idx" ON "build_runs" ("integration_id", md5("build_url")) WHERE "build_url" <> '';

-- Authors are matched in any case.
CREATE INDEX "connected_accounts_uid_lower_idx" ON "connected_accounts" (lower("uid"));
