-- AlterTable
ALTER TABLE "problems" ADD COLUMN     "rule" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "build_diagnoses" (
    "build_run_id" BIGINT NOT NULL,
    "project_id" INTEGER NOT NULL,
    "request_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "rule" INTEGER NOT NULL DEFAULT 0,
    "diagnosis" TEXT,
    "confidence" DOUBLE PRECISION,
    "category" TEXT,
    "tool" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "line" INTEGER,
    "message" TEXT NOT NULL DEFAULT '',
    "file" TEXT,
    "symbol" TEXT,
    "test" TEXT,
    "fingerprint" CHAR(64),

    CONSTRAINT "build_diagnoses_pkey" PRIMARY KEY ("build_run_id")
);

-- CreateTable
CREATE TABLE "diagnosis_sweeps" (
    "rule" INTEGER NOT NULL,
    "last_id" BIGINT NOT NULL,
    "diagnosed" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "diagnosis_sweeps_pkey" PRIMARY KEY ("rule")
);

-- CreateIndex
CREATE INDEX "build_diagnoses_project_id_build_run_id_idx" ON "build_diagnoses"("project_id", "build_run_id");

-- CreateIndex
CREATE INDEX "build_diagnoses_requested_idx" ON "build_diagnoses"("requested_at") WHERE (requested_at IS NOT NULL);

-- AddForeignKey
ALTER TABLE "build_diagnoses" ADD CONSTRAINT "build_diagnoses_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
