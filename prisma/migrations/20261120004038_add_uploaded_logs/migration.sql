-- CreateTable
CREATE TABLE "logs" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "job_name" TEXT,
    "build_number" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "step" TEXT NOT NULL DEFAULT '',
    "build_run_id" BIGINT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_bytes" BIGINT NOT NULL DEFAULT 0,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "dropped_lines" INTEGER NOT NULL DEFAULT 0,
    "dropped_bytes" BIGINT NOT NULL DEFAULT 0,
    "head_lines" INTEGER NOT NULL DEFAULT 0,
    "closed_at" TIMESTAMPTZ(3),
    "size" BIGINT,
    "status" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "purged_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_chunks" (
    "log_id" BIGINT NOT NULL,
    "first_line" INTEGER NOT NULL,
    "lines" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "log_chunks_pkey" PRIMARY KEY ("log_id","first_line")
);

-- CreateIndex
CREATE INDEX "logs_build_run_id_id_idx" ON "logs"("build_run_id", "id");

-- CreateIndex
CREATE INDEX "logs_project_id_idx" ON "logs"("project_id");

-- CreateIndex
CREATE INDEX "logs_account_id_opened_at_idx" ON "logs"("account_id", "opened_at");

-- CreateIndex
CREATE INDEX "logs_without_build_idx" ON "logs"("stored_at") WHERE (build_run_id IS NULL);

-- CreateIndex
CREATE INDEX "logs_due_idx" ON "logs"("due_at") WHERE (completed_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "logs_integration_id_digest_key" ON "logs"("integration_id", "digest");

-- AddForeignKey
ALTER TABLE "logs" ADD CONSTRAINT "logs_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "logs" ADD CONSTRAINT "logs_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "log_chunks" ADD CONSTRAINT "log_chunks_log_id_fkey" FOREIGN KEY ("log_id") REFERENCES "logs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
