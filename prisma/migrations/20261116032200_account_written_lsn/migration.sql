-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "written_lsn" BIGINT NOT NULL DEFAULT 0;
