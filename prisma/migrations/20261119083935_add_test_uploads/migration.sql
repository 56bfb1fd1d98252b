-- CreateEnum
CREATE TYPE "test_upload_state" AS ENUM ('waiting', 'read', 'rejected');

-- AlterTable
ALTER TABLE "test_runs" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "test_uploads" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "logged_at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "build" JSONB NOT NULL,
    "state" "test_upload_state" NOT NULL DEFAULT 'waiting',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lease_id" UUID,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "test_uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "test_uploads_waiting_idx" ON "test_uploads"("next_attempt_at") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "test_uploads_project_id_idx" ON "test_uploads"("project_id");

-- CreateIndex
CREATE INDEX "test_uploads_received_at_idx" ON "test_uploads"("received_at");

-- AddForeignKey
ALTER TABLE "test_uploads" ADD CONSTRAINT "test_uploads_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
