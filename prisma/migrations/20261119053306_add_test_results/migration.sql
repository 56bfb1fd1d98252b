-- CreateTable
CREATE TABLE "test_suites" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "platform" TEXT NOT NULL DEFAULT '',
    "configuration" TEXT NOT NULL DEFAULT '',
    "renderer" TEXT NOT NULL DEFAULT '',
    "device" TEXT NOT NULL DEFAULT '',
    "tags" JSONB NOT NULL DEFAULT '{}',
    "variant_key" BYTEA NOT NULL,
    "test_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_suites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tests" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "suite" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_chunks" (
    "suite_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "test_ids" BYTEA NOT NULL,
    "digests" BYTEA NOT NULL,

    CONSTRAINT "test_chunks_pkey" PRIMARY KEY ("suite_id","number")
);

-- CreateTable
CREATE TABLE "test_runs" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "suite_id" INTEGER NOT NULL,
    "build_run_id" BIGINT NOT NULL,
    "commit_hash" TEXT NOT NULL DEFAULT '',
    "changelist" TEXT NOT NULL DEFAULT '',
    "branch" TEXT NOT NULL DEFAULT '',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" BIGINT,
    "passed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "retried" INTEGER NOT NULL DEFAULT 0,
    "is_infrastructure" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_results" (
    "suite_id" INTEGER NOT NULL,
    "chunk" INTEGER NOT NULL,
    "run_id" BIGINT NOT NULL,
    "outcomes" BYTEA NOT NULL,
    "durations" BYTEA NOT NULL,

    CONSTRAINT "test_results_pkey" PRIMARY KEY ("suite_id","chunk","run_id")
);

-- CreateTable
CREATE TABLE "test_failures" (
    "id" BIGSERIAL NOT NULL,
    "run_id" BIGINT NOT NULL,
    "test_id" BIGINT NOT NULL,
    "suite_id" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "details" TEXT NOT NULL DEFAULT '',
    "output" TEXT NOT NULL DEFAULT '',
    "file" TEXT NOT NULL DEFAULT '',
    "line" INTEGER,
    "fingerprint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_failures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "test_suites_project_id_name_variant_key_key" ON "test_suites"("project_id", "name", "variant_key");

-- CreateIndex
CREATE UNIQUE INDEX "tests_project_id_digest_key" ON "tests"("project_id", "digest");

-- CreateIndex
CREATE INDEX "test_runs_suite_id_id_idx" ON "test_runs"("suite_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "test_runs_build_run_id_suite_id_key" ON "test_runs"("build_run_id", "suite_id");

-- CreateIndex
CREATE INDEX "test_results_run_id_chunk_idx" ON "test_results"("run_id", "chunk");

-- CreateIndex
CREATE INDEX "test_failures_test_id_suite_id_id_idx" ON "test_failures"("test_id", "suite_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "test_failures_run_id_test_id_attempt_key" ON "test_failures"("run_id", "test_id", "attempt");

-- AddForeignKey
ALTER TABLE "test_suites" ADD CONSTRAINT "test_suites_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tests" ADD CONSTRAINT "tests_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_chunks" ADD CONSTRAINT "test_chunks_suite_id_fkey" FOREIGN KEY ("suite_id") REFERENCES "test_suites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_suite_id_fkey" FOREIGN KEY ("suite_id") REFERENCES "test_suites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "test_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_failures" ADD CONSTRAINT "test_failures_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "test_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_failures" ADD CONSTRAINT "test_failures_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
