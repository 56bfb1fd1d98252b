-- CreateTable
CREATE TABLE "masked_values" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "masked_values_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "build_log_purges" (
    "build_run_id" BIGINT NOT NULL,
    "purged_at" TIMESTAMPTZ(3) NOT NULL,
    "purged_by_id" INTEGER NOT NULL,
    "delivery_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "build_log_purges_pkey" PRIMARY KEY ("build_run_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "masked_values_project_id_name_key" ON "masked_values"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "masked_values_project_id_fingerprint_key" ON "masked_values"("project_id", "fingerprint");

-- AddForeignKey
ALTER TABLE "masked_values" ADD CONSTRAINT "masked_values_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_log_purges" ADD CONSTRAINT "build_log_purges_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
